import { useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** Longer than any code with spaces and hyphens. Characters. */
const CODE_MAX = 40

type Texts = { label: string; hint: string; toggle: string }
type Props = Omit<TextFieldProps, 'label' | 'hint' | 'ref'> & {
  /** Texts for codes of an app and for recovery codes, which have letters; `toggle` switches to the other. */
  texts: { app: Texts; recovery: Texts }
}

/** The code of a second step. Both kinds are always accepted: only the on-screen keyboard differs. */
export function CodeField({ texts, error, ...props }: Props) {
  const [kind, setKind] = useState<keyof typeof texts>('app')
  const input = useRef<HTMLInputElement>(null)
  const { label, hint, toggle } = texts[kind]
  useEffect(() => {
    if (error) input.current?.select()
  }, [error])
  const handleToggle = () => {
    setKind(kind === 'app' ? 'recovery' : 'app')
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
        label={label}
        hint={hint}
        error={error}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        className="w-full"
      />
      <Button variant="quiet" className="px-0! underline underline-offset-4" onClick={handleToggle}>
        {toggle}
      </Button>
    </div>
  )
}
