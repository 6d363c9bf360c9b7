import Type, { type Static } from 'typebox'
import { emailAddress, line, longText } from '#contract/shapes.ts'
import { deskErrors } from '../../desk/errors.ts'
import { errors } from '../../http/errors.ts'
import { emailKey, isBareEmail } from '../../text/keys.ts'

/** The four fields of the form (behaviour 3.4), without those that the e-mail service adds. */
export const ContactForm = Type.Object({
  name: line(),
  email: emailAddress(),
  subject: line(),
  message: longText(),
})
export type ContactForm = Static<typeof ContactForm>

const CONTROL = /\p{Cc}|\p{Zl}|\p{Zp}/u

/** The form as it is stored: one valid e-mail address, line ends as LF. @throws Refusal */
export function formToStore({ name, email, subject, message }: ContactForm): ContactForm {
  if (CONTROL.test(name)) throw errors.invalid('name')
  if (CONTROL.test(subject)) throw errors.invalid('subject')
  if (!isBareEmail(email)) throw errors.invalidEmail()
  return {
    name: name.trim(),
    email: email.trim(),
    subject: subject.trim(),
    message: message.replace(/\r\n?/g, '\n'),
  }
}

/** Keys of the block list: the e-mail address, or its whole domain. */
export function sendersOf(email: string): string[] {
  const key = emailKey(email)
  return [key, key.slice(key.lastIndexOf('@'))]
}

/** Another member of the staff, or a second click, has answered in the meantime. */
export function assertAnswersSeen(count: number, seen: number): void {
  if (count > seen) throw deskErrors.answeredMeanwhile()
}
