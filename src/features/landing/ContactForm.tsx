import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { useSendMessageMutation } from '#src/store/messages/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextField } from '#src/ui/TextField.tsx'

type Props = { labelledBy: string; onSent: () => void }

/** As specified: the browser alone validates, and a failure is only logged (behaviour 5, 8). The fields are uncontrolled. */
export function ContactForm({ labelledBy, onSent }: Props) {
  const { t } = useTranslation()
  const [sendMessage, { isLoading }] = useSendMessageMutation()
  const [isTyped, setIsTyped] = useState(false)
  useUnsaved('contact', isTyped)

  // Name and e-mail address are quickly typed again.
  const handleInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const isFilled = (name: string) => {
      const field = currentTarget.elements.namedItem(name)
      return field !== null && 'value' in field && field.value.trim() !== ''
    }
    setIsTyped(isFilled('subject') || isFilled('message'))
  }
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isLoading) return
    const { error } = await sendMessage(event.currentTarget)
    if (!error) onSent()
  }
  return (
    <form
      aria-labelledby={labelledBy}
      onInput={handleInput}
      onSubmit={(event) => void handleSubmit(event)}
      className="grid gap-5 sm:grid-cols-2"
    >
      <TextField
        label={t('contact.name')}
        name="name"
        autoComplete="name"
        required
        maxLength={TEXT_MAX}
      />
      <TextField
        label={t('contact.email')}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={TEXT_MAX}
      />
      <TextField
        label={t('contact.subject')}
        name="subject"
        required
        maxLength={TEXT_MAX}
        className="sm:col-span-2"
      />
      <TextArea label={t('contact.message')} name="message" required className="sm:col-span-2" />
      <Button type="submit" variant="primary" busy={isLoading} className="sm:justify-self-start">
        {t('contact.send')}
      </Button>
    </form>
  )
}
