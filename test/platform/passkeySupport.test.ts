import { offersPasskeys } from '#src/platform/passkeySupport.ts'
import { announcePasskeysAt, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { browserWithoutPasskeys, browserWithPasskeys } from '#test/helpers/screens/passkeys.ts'

afterEach(() => {
  browserWithoutPasskeys()
  withdrawHead()
})

test.each([
  ['https://club.example', false],
  [`${window.location.origin}:81`, false],
  [window.location.origin, true],
  [null, true],
])('passkeys of %s are offered here: %s', (origin, isOffered) => {
  expect(offersPasskeys()).toBe(false)
  browserWithPasskeys()
  if (origin !== null) announcePasskeysAt(origin)
  expect(offersPasskeys()).toBe(isOffered)
})
