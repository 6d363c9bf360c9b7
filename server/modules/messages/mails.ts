import { renderMail } from '../../mail/renderMail.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { contactOf } from '../../text/kit.ts'
import { readingIn, timeInMail } from '../../text/time.ts'
import { findAnswer, findMessage } from './repository.ts'

export const contactMailWriters: MailWriters = {
  async contact({ recipient, data }, { db, kit }) {
    const message = await findMessage({ db }, Number(data.message))
    if (message === undefined) return null
    const { name, email, subject } = message
    const values = { name, email, subject, message: message.message }
    // `formToStore` has refused characters that would make two e-mail addresses of it.
    return renderMail(kit.current(), 'contact', { to: recipient, values, replyTo: email })
  },

  async 'contact-answer'({ data }, deps) {
    const { db, settings, kit } = deps
    const answer = await findAnswer({ db }, Number(data.answer))
    if (answer === undefined) return null
    const values = {
      answer: answer.text,
      message: answer.message,
      date: timeInMail(answer.created_at, null, readingIn(settings.timeZone, deps)),
      subject: answer.subject.replace(/^(re:\s*)+/i, ''),
    }
    return {
      ...renderMail(kit.current(), 'contact_answer', { to: answer.email, values }),
      // A person has written it: `auto-generated` would be wrong.
      headers: { 'Reply-To': contactOf({ settings, kit }), 'Auto-Submitted': 'no' },
    }
  },
}
