import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { testI18n } from '../helpers/screens/testI18n.ts'

test('a key that does not exist does not compile', () => {
  // @ts-expect-error no such key: if this compiles, the types of the keys are off
  const wrong: MessageKey = 'login.no_such_key'
  expect(testI18n.exists(wrong)).toBe(false)
  // @ts-expect-error half a key is none
  const half: MessageKey = 'login.bad'
  expect(testI18n.exists(half)).toBe(false)
})

test.each<MessageKey>([
  'navbar.myaccount',
  'landing_page.loading',
  'landing_page.news_error',
  'login.invalid_credentials',
  'login.fill_in',
  'login.comm_error',
  'login.request_change_comm_error',
  'login.success_request_change_if',
  'register.please_fill',
  'register.bad_email',
  'register.password_mismatch',
  'register.bad_password_regex',
  'register.username_exists',
  'register.email_exists',
  'register.register_fail',
  'register.change_password_hint',
])('%s, which docs/behaviour.md names, has a text', (key) => {
  expect(testI18n.t(key)).toMatch(/^[A-Z]/)
})
