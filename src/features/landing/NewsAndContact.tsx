import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import { contentApi, useLogVisitQuery } from '#src/store/content/api.ts'
import { useUnsaved } from '#src/store/hooks.ts'
import { useSendMessageMutation } from '#src/store/messages/api.ts'
import type { AppDispatch } from '#src/store/reducer.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { useForm } from '#src/ui/form/useForm.ts'
import { TextArea, TextField } from '#src/ui/TextField.tsx'
import { LatestNews } from './LatestNews.tsx'

const { listLatest } = contentApi.endpoints

export const fetchLatest = (dispatch: AppDispatch) => dispatch(listLatest.initiate())

/** The contact form is for visitors who are logged out (behaviour 2.5). */
export function NewsAndContact({ isMember }: { isMember: boolean }) {
  // As specified: counts a visit when the page loads; a failure is only logged (behaviour 8.6).
  useLogVisitQuery()
  return (
    <>
      <LatestNews />
      {!isMember && <ContactSection />}
    </>
  )
}

function ContactSection() {
  const { t } = useTranslation()
  const [isSent, setIsSent] = useState(false)
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const handleSent = () => {
    // The focused control is removed; the thanks are announced as a status.
    if (section.current?.contains(document.activeElement))
      heading.current?.focus({ preventScroll: true })
    setIsSent(true)
  }
  return (
    <section ref={section} className="drawn-late border-t border-line bg-vellum py-20 sm:py-28">
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-4 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2
            ref={heading}
            tabIndex={-1}
            id="contact"
            className="font-heading text-3xl font-bold outline-none sm:text-4xl"
          >
            {t('contact.title')}
          </h2>
          <p className="mt-3 max-w-measure text-lg text-ink-soft">{t('contact.lead')}</p>
        </div>
        <div className="lg:col-span-8">
          {/* Always mounted, so that its content is announced. */}
          <div role="status">
            {isSent && <p className="font-heading text-2xl font-bold">{t('contact.thanks')}</p>}
          </div>
          {!isSent && <ContactForm labelledBy="contact" onSent={handleSent} />}
        </div>
      </div>
    </section>
  )
}

/** As specified: the browser alone validates, and a failure is only logged (behaviour 5.7, 8.6). The fields are uncontrolled. */
function ContactForm({ labelledBy, onSent }: { labelledBy: string; onSent: () => void }) {
  const { t } = useTranslation()
  const [sendMessage] = useSendMessageMutation()
  const form = useForm({ initial: { subject: '', message: '' }, keep: 'contact' })
  // Subject and message only: name and e-mail address are quickly typed again.
  useUnsaved('contact', Object.values(form.values))

  const handleSubmit = async (_: object, element: HTMLFormElement) => {
    const { error } = await sendMessage(element)
    form.settle(error, onSent)
    return undefined
  }
  return (
    <Form
      form={form}
      isNative
      aria-labelledby={labelledBy}
      onSubmit={handleSubmit}
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
        key={`subject-${form.kept.times}`}
        defaultValue={form.values.subject}
        label={t('contact.subject')}
        name="subject"
        required
        maxLength={TEXT_MAX}
        className="sm:col-span-2"
      />
      <TextArea
        key={`message-${form.kept.times}`}
        defaultValue={form.values.message}
        label={t('contact.message')}
        name="message"
        required
        className="sm:col-span-2"
      />
      <Button type="submit" variant="primary" busy={form.isBusy} className="sm:justify-self-start">
        {t('contact.send')}
      </Button>
    </Form>
  )
}
