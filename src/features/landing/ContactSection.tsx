import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactForm } from './ContactForm.tsx'

/** The contact form, replaced by thanks once a message is sent (behaviour 4). */
export function ContactSection() {
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
    <section ref={section} className="border-t border-line bg-vellum py-20 sm:py-28">
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-4 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2
            ref={heading}
            tabIndex={-1}
            id="contact"
            className="font-heading text-3xl font-bold sm:text-4xl"
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
