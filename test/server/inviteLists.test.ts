import { readList } from '#server/modules/member-invites/deskRoutes.ts'

const read = (text: string) => readList(text).map(({ email, name, group }) => [email, name, group])
const ADA = ['ada@example.org', 'Ada L.', 'Ravens']

describe('a list of people to invite', () => {
  test.each([
    ['commas', 'ada@example.org,Ada L.,Ravens'],
    ['semicolons', 'ada@example.org;Ada L.;Ravens'],
    ['tabs', 'ada@example.org\tAda L.\tRavens'],
    ['quotation marks', '"ada@example.org","Ada L.","Ravens"'],
    ['headings', 'Email,Name,Group\nada@example.org,Ada L.,Ravens'],
    ['headings in another order', 'Group;Full name;E-mail address\nRavens;Ada L.;ada@example.org'],
    ['columns that are not used', 'No,Email,Age,Name,Group\n1,ada@example.org,7,Ada L.,Ravens'],
    ['a byte order mark', '\ufeffemail,name,group\nada@example.org,Ada L.,Ravens'],
    ['lines of Windows and blank ones', '\r\n ada@example.org , Ada  L. ,Ravens\r\n\r\n,,\r\n'],
  ])('is read with %s', (_what, text) => {
    expect(read(text)).toEqual([ADA])
  })

  test('keeps the number of each line, also of one without an address', () => {
    const rows = readList('email\nnothing\n\nada@example.org')
    expect(rows.map(({ row, email, hasAddress }) => [row, email, hasAddress])).toEqual([
      [2, 'nothing', false],
      [4, 'ada@example.org', true],
    ])
  })

  test.each(['Ada <ada@example.org>', 'a@b.c, d@e.f', '=cmd|a@b.c x', `${'a'.repeat(400)}@b.c`])(
    'takes no address from %s',
    (text) => {
      expect(readList(`"${text}"`).map(({ hasAddress }) => hasAddress)).toEqual([false])
    },
  )

  test('has a limit of people, whatever the number of blank lines between them', () => {
    const people = (count: number, between = '\n') =>
      Array.from({ length: count }, (_, n) => `p${n}@example.org`).join(between)
    expect(readList(`email\n${people(1000)}`)).toHaveLength(1000)
    expect(() => readList(people(1001))).toThrow('more than 1000')
    expect(() => readList(people(900, '\n\n\n'))).toThrow('more than 1000')
  })
})
