import type { Deps } from '../../http/deps.ts'
import { worded } from '../../mail/texts.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { contactRepository as contact } from './repository.ts'

/** A mail can be read anywhere, so its times are said with their zone. */
const WHEN = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'long',
  timeZone: 'UTC',
})

/** Words the mail about a message of the contact form; answering it answers the sender. */
export const contactMailWriters = ({
  db,
  settings,
}: Pick<Deps, 'db' | 'settings'>): MailWriters => ({
  async contact({ recipient, data }) {
    const message = await contact.message(db, Number(data.message))
    if (message === undefined) return null
    const { name, email, subject } = message
    const values = { name, email, subject, message: message.message }
    // The address has passed `formToStore`: it holds no sign that could make two of it.
    return { ...worded('contact', { to: recipient, values }), headers: { 'Reply-To': email } }
  },

  async 'contact-answer'({ data }) {
    const answer = await contact.answer(db, Number(data.answer))
    if (answer === undefined) return null
    const values = {
      answer: answer.text,
      date: WHEN.format(answer.created_at),
      subject: answer.subject.replace(/^(re:\s*)+/i, ''),
    }
    return {
      ...worded('contact_answer', { to: answer.email, values, quote: answer.message }),
      // Written by a person: programs that reply by themselves, such as ticket systems, may take it as such.
      headers: { 'Reply-To': settings.contactTo, 'Auto-Submitted': 'no' },
    }
  },
})
