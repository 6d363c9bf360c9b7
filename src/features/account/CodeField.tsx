import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { TextField, type TextFieldProps } from '#src/ui/TextField.tsx'

/** Longer than any code with spaces and hyphens. Characters. */
export const CODE_MAX = 40

export const codeProblems = filled({ code: 'second_step.code_missing' } as const)

type Props = Omit<TextFieldProps, 'label' | 'hint' | 'ref'>

/**
 * The code of a second step. Those of an app and recovery codes, which have letters, are always accepted: only the texts and
 * the on-screen keyboard differ.
 */
export function CodeField({ error, ...props }: Props) {
  const { t } = useTranslation()
  const [isOfApp, setIsOfApp] = useState(true)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (error) input.current?.select()
  }, [error])
  const handleToggle = () => {
    setIsOfApp(!isOfApp)
    input.current?.focus()
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <TextField
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        name="code"
        required
        maxLength={CODE_MAX}
        {...props}
        ref={input}
        label={t(isOfApp ? 'second_step.code' : 'second_step.recovery_code')}
        hint={t(isOfApp ? 'second_step.code_hint' : 'second_step.recovery_code_hint')}
        error={error}
        inputMode={isOfApp ? 'numeric' : 'text'}
        className="w-full"
      />
      <Button variant="quiet" className="px-0! underline underline-offset-4" onClick={handleToggle}>
        {t(isOfApp ? 'second_step.use_recovery_code' : 'second_step.use_app_code')}
      </Button>
    </div>
  )
}
