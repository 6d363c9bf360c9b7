import Type from 'typebox'
import { addressMail, mailTable, optionalText } from '../../mail/table.ts'
import { contactOf } from '../../text/kit.ts'
import { readingIn, timeInMail } from '../../text/time.ts'
import { findAnswer, findMessage } from './repository.ts'

export const contactMails = mailTable(null, {
  contact: addressMail({
    data: { message: Type.Integer() },
    find: (w, { message }) => findMessage(w, message),
    text: 'contact',
    values: ({ name, email, subject, message }) => ({ name, email, subject, message }),
    // `formToStore` has refused characters that would make two e-mail addresses of it.
    replyTo: ({ email }) => email,
  }),
  'contact-answer': addressMail({
    data: { answer: Type.Integer(), language: optionalText() },
    find: (w, { answer }) => findAnswer(w, answer),
    text: 'contact_answer',
    values: ({ text, message, created_at, subject }, w) => ({
      answer: text,
      message,
      date: timeInMail(created_at, null, readingIn(w.settings.timeZone, w)),
      subject: subject.replace(/^(re:\s*)+/i, ''),
    }),
    to: ({ email }) => email,
    replyTo: (_answer, w) => contactOf(w),
    // A person has written it: `auto-generated` would be wrong.
    headers: { 'Auto-Submitted': 'no' },
  }),
})
