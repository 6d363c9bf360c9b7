import type { Deps } from '../../deps.ts'
import { worded } from '../../mail/texts.ts'
import type { MailWriters } from '../../mail/worker.ts'
import { contactRepository as contact } from './repository.ts'

/** Words the mail about a message of the contact form; answering it answers the sender. */
export const contactMailWriters = ({ db }: Pick<Deps, 'db'>): MailWriters => ({
  async contact({ recipient, data }) {
    const message = await contact.message(db, Number(data.message))
    if (message === undefined) return null
    const { name, email, subject } = message
    const values = { name, email, subject, message: message.message }
    // The address has passed `formToStore`: it holds no sign that could make two of it.
    return { ...worded('contact', { to: recipient, values }), headers: { 'Reply-To': email } }
  },
})
