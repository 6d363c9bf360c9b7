import { dayInData, namesInData, noticeValues } from '#server/modules/account/mails.ts'
import { defaultKit } from '#server/text/kit.ts'

const KIT = defaultKit(['en', 'de'])
const DATA = {
  date: dayInData(Date.UTC(2031, 11, 12)),
  passkeys: namesInData(['Phone', 'Key']),
  names: namesInData([]),
  browser: '',
  network: '203.0.113.x',
}

test('values of a notice are in the words of its reader’s language', () => {
  expect(noticeValues(DATA, KIT)).toEqual({
    date: 'Fri 12 Dec 2031',
    passkeys: '“Phone”, “Key”',
    names: '',
    browser: 'unknown',
    network: '203.0.113.x',
  })
  expect(noticeValues({ browser: 'Firefox on Linux' }, KIT)).toEqual({
    browser: 'Firefox on Linux',
  })
  expect(noticeValues({ browser: 'Firefox on Linux' }, KIT.in('de'))).toEqual({
    browser: 'Firefox auf Linux',
  })
  expect(noticeValues(DATA, KIT.in('de'))).toMatchObject({
    date: 'Fr., 12. Dez. 2031',
    passkeys: '„Phone“, „Key“',
    browser: 'unbekannt',
  })
})

test('a notice that waited during an upgrade keeps its words', () => {
  const words = { date: 'Fri 12 Dec', passkeys: '“Phone”, “Key”' }
  expect(noticeValues(words, KIT)).toEqual(words)
})
