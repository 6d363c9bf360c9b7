import Type, { type Static } from 'typebox'
import { emailAddress, line, longText } from '#contract/schemas/shared.ts'
import { errors } from '../../http/errors.ts'
import { emailKey } from '../../text/keys.ts'

/** The four fields of the form (behaviour 3). What the e-mail service adds for itself is not needed here. */
export const ContactForm = Type.Object({
  name: line(),
  email: emailAddress(),
  subject: line(),
  message: longText(),
})
export type ContactForm = Static<typeof ContactForm>

const CONTROL = /\p{Cc}|\p{Zl}|\p{Zp}/u
/** Signs that mail programs read as more than one address, or as a name with an address. */
const ADDRESS_SYNTAX = /[<>()[\],;:"\\]|\p{Cc}/u

/** A form that can be answered by one mail to one address; line ends as we write them. @throws Refusal */
export function formToStore({ name, email, subject, message }: ContactForm): ContactForm {
  if (CONTROL.test(name)) throw errors.invalid('name')
  if (CONTROL.test(subject)) throw errors.invalid('subject')
  if (ADDRESS_SYNTAX.test(email)) throw errors.invalidEmail()
  return {
    name: name.trim(),
    email: email.trim(),
    subject: subject.trim(),
    message: message.replace(/\r\n?/g, '\n'),
  }
}

/** What a block list may name to stop this sender: the address, or its whole domain. */
export function sendersOf(email: string): string[] {
  const key = emailKey(email)
  return [key, key.slice(key.lastIndexOf('@'))]
}
