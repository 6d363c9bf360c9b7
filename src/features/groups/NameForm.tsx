import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { Button } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Form, useForm } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { TextField, type TextFieldProps } from '#src/ui/TextField.tsx'

export type Sent = { isSent?: boolean; refusal?: MessageKey | null }
type Name = { name: string }

type Props = TextFieldProps & {
  button: ComponentProps<typeof Button>
  /** Message for an empty field; without it none is shown. */
  missing?: MessageKey
  /** The name that the text is kept under. */
  keep: string
  onSend: (name: string) => Promise<Sent>
  /** Elements below the form, given the typed text; `fill` replaces that. */
  below?: ((typed: string, fill: (text: string) => void) => Elements) | undefined
}

/** A field for one name with its button beside it, also when an error appears below the field. */
export function NameForm({ button, missing, keep, onSend, below, ...props }: Props) {
  const { t } = useTranslation()
  const rules = filled({ name: missing })
  const form = useForm({ initial: { name: '' }, rules, say: t, keep })
  const { name, ...field } = form.field('name')

  const handleSubmit = async (typed: Name) => {
    const { isSent, refusal } = await onSend(typed.name.trim())
    if (isSent) form.clear(typed)
    return refusal ? { fields: { name: t(refusal) } } : undefined
  }
  const shown = (
    <Form form={form} onSubmit={handleSubmit} className="flex max-w-lg items-start gap-2">
      <TextField
        {...props}
        {...field}
        maxLength={TEXT_MAX}
        autoComplete="off"
        className="min-w-0 flex-1"
      />
      {/* The margin is the height of the label above the field. */}
      <div className="mt-[1.664rem] shrink-0">
        <Button {...button} type="submit" busy={form.isBusy} />
      </div>
    </Form>
  )
  return below === undefined ? (
    shown
  ) : (
    <div>
      {shown}
      {below(form.values.name, field.onChange)}
    </div>
  )
}
