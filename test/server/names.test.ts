import { TEXT_MAX } from '#contract/fields.ts'
import type { Db } from '#server/db/rows.ts'
import { listOldNames, renameUser } from '#server/modules/account/nameRepository.ts'
import { nameObstacle, nameToStore } from '#server/modules/account/names.ts'
import { usernameKey } from '#server/text/keys.ts'
import { latinKey } from '#server/text/lookAlikes.ts'
import { addNameChange } from '#test/helpers/fixtures/deskRows.ts'
import { logIn, member, register } from '#test/helpers/server/accounts.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import { type DeskCaller, listOf } from '#test/helpers/server/startDesk.ts'

const refusalOf = (name: string): string => {
  try {
    nameToStore(name)
    return 'none'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('the rules for names', () => {
  test.each([
    ['a right-to-left override', 'ada\u202egnp'],
    ['an isolate', 'ada\u2067'],
    ['a zero-width space', 'a\u200bda'],
    ['a zero-width joiner', 'a\u200dda'],
    ['a zero-width non-joiner', 'a\u200cda'],
    ['a soft hyphen', 'a\u00adda'],
    ['a word joiner', 'a\u2060da'],
    ['a joiner at the end of an Arabic name', 'علی\u200c'],
    ['a joiner at the beginning', '\u200cعلی'],
    ['two joiners', 'علی\u200c\u200cرضا'],
    ['a joiner before a blank', 'علی\u200c رضا'],
    ['a joiner between Latin letters', 'ada\u200cb'],
    ['a joiner without a virama', 'ප\u200dර'],
    ['two joiners at a virama', 'ප්\u200d\u200dරසන්න'],
    ['a non-joiner at the end of an Indian name', 'दीप्\u200c'],
    ['a joiner beside an emoji', 'Ada 🎲\u200d'],
    ['two selectors of an emoji', 'Anna ❤\ufe0f\ufe0f'],
    ['a selector of a digit', 'Anna 1\ufe0f'],
    ['a selector after a space', 'Anna \ufe0f'],
    ['a flag of tags without its flag', 'Anna\u{e0067}\u{e007f}'],
    ['the empty braille pattern', 'ada\u2800'],
    ['the Hangul filler', 'ada\u3164'],
    ['a Hangul initial filler', 'ada\u115f'],
    ['a Hangul medial filler', 'ada\u1160'],
    ['the half-width Hangul filler', 'ada\uffa0'],
    ['a variation selector', 'ada\ufe0f'],
    ['a supplementary variation selector', 'ada\u{e0100}'],
    ['a tag letter', 'ada\u{e0061}'],
    ['a private character', 'ada\ue000'],
    ['an unassigned character', 'ada\u0378'],
    ['a control character', 'ada\u0007'],
    ['a line separator', 'a\u2028da'],
    ['a mark before any letter', '\u0301ada'],
    ['a mark after a space', 'ada \u0301'],
    ['marks that reach over other lines', 'q\u0300\u0301\u0302\u0303'],
    ['five Burmese marks one above the other', '\u1015\u103d\u103e\u102d\u102f\u1037'],
    ['a mark twice, which looks like once', '\u1000\u102d\u102d'],
    ['many marks that widen a letter', '\u1000\u103b\u103c\u1031\u102b\u102c\u1038\u1063'],
  ])('refuse %s', (_what, name) => {
    expect(refusalOf(name)).toBe('unseen_characters')
  })

  test.each([
    ['Latin and Cyrillic', 'аda'],
    ['Latin and Greek', 'αda'],
    ['Cyrillic and Greek', 'αдa'],
    ['Latin and mathematical Greek', 'ada𝛂'],
    ['Latin and Armenian', 'adaօ'],
    ['Hangul and Hiragana', '가あ'],
    ['a script that nobody writes daily', '𐐀𐐁'],
  ])('refuse %s in one name', (_what, name) => {
    expect(refusalOf(name)).toBe('mixed_scripts')
  })

  test.each([
    [['Ada Lovelace-Byron 3rd', 'Élodie d’Ångström', 'Nguyễn Thị', 'Сара Иванова', 'Ελένη']],
    [
      [
        'علي ٣',
        'दीपक',
        'Tanaka 田中たろうタロー',
        'Kim 김철수',
        '陳ㄅㄆ',
        '🎲 Rollo',
        'علی\u200cرضا',
      ],
    ],
    [['ප්\u200dරසන්න', 'क्\u200cष', 'മോഹന്\u200d', 'র\u200d্যাব', 'Anna ❤\ufe0f']],
    [['Anna ☎\ufe0e', 'Ada 👩\u200d🚀', 'Ada 👩🏽\u200d❤\ufe0f\u200d👩🏿', 'Ada 1\ufe0f\u20e3']],
    [['Ada 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '葛\u{e0100}城']],
    [['D&D (DM) #1']],
    // Given names of further scripts, with marks that no Latin letter has.
    [['ဖြိုး', 'မျိုး', 'မြို့', 'ရွှေမြို့လှိုင်', 'Արամ', 'გიორგი']],
    [['שִׁמְעוֹן', 'عُمَر', 'አበበ', 'މުހައްމަދު', 'শ্রীমতী', 'ਗੁਰਪ੍ਰੀਤ']],
    [['જ્યોતિ', 'ଜଗନ୍ନାଥ', 'ஸ்ரீநிவாசன்', 'శ్రీనివాస్', 'ಕೃಷ್ಣ']],
    [['ശ്രീജിത്ത്', 'කෘෂ්ණ', 'สมชื่อ น้ำผึ้ง', 'ພູມີ ນ້ຳ', 'སྒྲོལ་མ']],
    [['ស្រីស្ត្រី']],
  ])('admit %j', (names) => {
    expect(names.map((name) => [name, refusalOf(name)])).toEqual(
      names.map((name) => [name, 'none']),
    )
  })

  test('apply to the folded name and its length', () => {
    expect(refusalOf(' ')).toBe('blank')
    expect(refusalOf('x'.repeat(TEXT_MAX))).toBe('none')
    expect(refusalOf('x'.repeat(TEXT_MAX + 1))).toBe('too_long')
    expect(refusalOf('\ufdfa'.repeat(TEXT_MAX / 10))).toBe('too_long')
    // Letters with their marks: the limit counts code points.
    expect(refusalOf('မြို့'.repeat(TEXT_MAX / 5))).toBe('none')
    expect(refusalOf('မြို့'.repeat(TEXT_MAX / 5 + 1))).toBe('too_long')
  })

  test.each([
    ['ада', null],
    ['аса', 'aca'],
    ['ВОВ', 'bob'],
    ['Сара', 'capa'],
    ['ΤΟΝΥ', 'tovu'],
    ['ada', null],
    ['а́са', 'áca'],
    ['12', null],
  ])('map %s to the Latin letters that look like it', (name, key) => {
    expect(latinKey(usernameKey(name))).toBe(key)
  })
})

test.each([
  'command line',
  'Command-Line',
  'ＣＯＭＭＡＮＤ  line',
  'commandline',
  'The Command Line',
  'the server',
  'A former member',
  'à fórmer.member',
])('the name %s is reserved for the system', async (name) => {
  // The empty database shows that the name is refused before a query.
  expect(await nameObstacle({ db: {} as Db, now: 0 }, nameToStore(name))).toBe('username_exists')
})

deskTests('names that look alike on %s', (server) => {
  let root: DeskCaller
  beforeAll(async () => {
    root = await server.staff('Root', 'superuser')
  })

  const tried = async (username: string) => {
    const response = await register(server, {
      email: `${Buffer.from(username).toString('hex')}@example.org`,
      username,
    })
    return response.statusCode < 300 ? 'created' : response.json().errors[0].code
  }

  test('belong to the first account, in any script', async () => {
    expect(await tried('Bob')).toBe('created')
    expect(await tried('ВоВ')).toBe('username_exists')
    expect(await tried('Сара')).toBe('created')
    expect(await tried('Capa')).toBe('username_exists')
    expect(await tried('Сара Иванова')).toBe('created')
  })

  test('are refused in a name change and shown at the desk as an obstacle', async () => {
    const { authorization } = (await server.addUser('Wisher')).auth
    const wish = (new_name: string) =>
      server.send(
        'POST',
        '/api/users/name-change-request/-',
        { authorization },
        { new_name, reason: '' },
      )
    await tried('Toxa')
    const refused = await wish('Тоха')
    expect([refused.statusCode, refused.json().errors[0]]).toMatchObject([
      400,
      { code: 'username_exists', attr: 'new_name' },
    ])
    expect((await wish('Tоxa')).json().errors[0].code).toBe('mixed_scripts')
    const { id } = await addNameChange(server, 'Early', 'Тоха')
    const [shown] = (await root.get(listOf('name-changes', { filter: { id } }))).json()
    expect(shown.obstacle).toBe('username_exists')
    expect((await root.post(`/name-changes/${id}/approve`)).statusCode).toBe(409)
  })

  test('that look like a former name are reserved as long as it is', async () => {
    const { id } = await server.addUser('Former')
    const now = server.deps.clock()
    const given_up = { username: 'Capo', username_key: 'capo', given_up_at: now }
    await server.insert('old_usernames', { user_id: id, ...given_up, free_at: now + 1 })
    expect(await tried('Саро')).toBe('username_exists')
  })

  test('that were abandoned are reserved for 90 days, for their former holders only', async () => {
    const { db, clock } = server.deps
    const { id } = await server.addUser('Tamsin')
    const now = clock()
    const user = { id, username: 'Tamsin', username_key: 'tamsin' }
    await renameUser({ db, now }, user, nameToStore('Thomasina'))
    const obstacle = (name: string, at: number, member?: typeof id) =>
      nameObstacle({ db, now: at }, nameToStore(name), member)
    const end = now + 90 * 24 * 60 * 60 * 1000
    expect(await obstacle('TAMSIN', end - 1)).toBe('name_kept')
    expect(await obstacle('Tamsin', end)).toBeNull()
    expect(await obstacle('Tamsin', now, id)).toBeNull()
    expect(await obstacle('Thomasina', now)).toBe('username_exists')
    expect(await obstacle('Thomasina', now, id)).toBeNull()
    expect(await listOldNames({ db }, [id, -1])).toEqual([
      { user_id: id, username: 'Tamsin', given_up_at: now },
    ])
    expect(await listOldNames({ db }, [])).toEqual([])
  })

  test('a request from before the rules is not approved', async () => {
    const { id } = await addNameChange(server, 'Older', 'New\u202ename')
    const response = await root.post(`/name-changes/${id}/approve`)
    expect([response.statusCode, response.json().errors[0].code]).toEqual([
      400,
      'unseen_characters',
    ])
  })

  test('an account with such an old name keeps working', async () => {
    await member(server, 'before@example.org', 'Before')
    await server.update(
      'users',
      { email_key: 'before@example.org' },
      { username: 'Be\u202efore', username_key: 'befоre' },
    )
    expect((await logIn(server, 'before@example.org')).statusCode).toBe(200)
  })

  test.each([
    ['an override', 'Ravens\u202e'],
    ['an isolate', 'Ravens\u2066'],
    ['nothing to be seen', '\u2800\u3164\u200b'],
  ])('a group is not called %s', async (_what, name) => {
    const { auth } = await server.addUser(`Founder ${name.length} ${_what}`)
    const response = await server.send('POST', '/api/rpggroups/create/', auth, { name })
    expect([response.statusCode, response.json().errors[0].attr]).toEqual([400, 'name'])
  })
})
