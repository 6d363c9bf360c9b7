import { useTranslation } from 'react-i18next'
import { JOIN_LINE_MAX } from '#contract/openings.ts'
import { useFocusOnShow } from '#kit/useFocusOnShow.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { TextField } from '#src/ui/TextField.tsx'

type Props = {
  /** Name of the form. */
  title: string
  label: string
  hint: string
  send: string
  close: string
  /** The name that the line is kept under. */
  keep: string
  onSend: (line: string) => Promise<unknown>
  onClose: () => void
}

/** One line that goes with a request to join, or with its answer. */
export function LineForm({ title, label, hint, send, close, keep, onSend, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({ initial: { line: '' }, keep })
  const first = useFocusOnShow<HTMLInputElement>()
  return (
    <Form
      form={form}
      aria-label={title}
      onSubmit={async ({ line }) => {
        const error = await onSend(line)
        form.settle(error)
        return refusalOf<'line'>(error, t, 'openings.send_failed')
      }}
    >
      <TextField
        {...form.field('line')}
        ref={first}
        label={label}
        hint={hint}
        autoComplete="off"
        maxLength={JOIN_LINE_MAX}
        className="w-full"
      />
      <FormError {...form.error} />
      <div className="flex flex-wrap gap-3">
        <Submit of={form}>{send}</Submit>
        <Button onClick={onClose}>{close}</Button>
      </div>
    </Form>
  )
}
