import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import type { Elements } from '#src/ui/elements.ts'
import { TextField, type TextFieldProps } from '#src/ui/TextField.tsx'

export type Sent = { isSent?: boolean; refusal?: MessageKey }

type Props = TextFieldProps & {
  button: ReactNode
  onSend: (name: string) => Promise<Sent>
  /** Below the form, by what is typed; `fill` replaces it. */
  below?: ((typed: string, fill: (text: string) => void) => Elements) | undefined
}

/** A field for one name with its button beside it, also when an error appears below the field. */
export function NameForm({ button, onSend, below, ...field }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<MessageKey>()

  const handleType = (typed: string) => {
    setText(typed)
    setRefusal(undefined)
  }
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal(undefined)
    const sent = await onSend(text.trim())
    setRefusal(sent.refusal)
    // Text typed during the call stays.
    if (sent.isSent) setText((now) => (now === text ? '' : now))
  }
  const form = (
    <form noValidate onSubmit={handleSubmit} className="flex max-w-lg items-start gap-2">
      <TextField
        {...field}
        error={refusal && t(refusal)}
        value={text}
        onChange={handleType}
        maxLength={TEXT_MAX}
        autoComplete="off"
        className="min-w-0 flex-1"
      />
      {/* The height of the label above the field. */}
      <div className="mt-[1.664rem] shrink-0">{button}</div>
    </form>
  )
  return below === undefined ? (
    form
  ) : (
    <div>
      {form}
      {below(text, handleType)}
    </div>
  )
}
