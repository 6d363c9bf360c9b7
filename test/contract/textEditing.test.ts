import {
  type Edit,
  editOf,
  inserted,
  isInTable,
  rowsIn,
  TEXT_COMMANDS,
  type TextCommand,
  tableOf,
  type Written,
} from '#shared/textEditing.ts'

const WORDS = { column: 'Column', callout: 'Title', link: 'Words' }

/** A text with its selection in brackets of this kind: `a ‹b› c`; one `‹›` is a caret. */
function written(marked: string): Written {
  const from = marked.indexOf('‹')
  return { text: marked.replace(/[‹›]/g, ''), from, to: marked.indexOf('›') - 1 }
}
const marked = (text: string, [from, to]: readonly [number, number]) =>
  `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`
const done = (text: string, { from, to, insert, select }: Edit) =>
  marked(text.slice(0, from) + insert + text.slice(to), select)

/** The text after a command, with what is selected then; null without an edit. */
function edited(command: TextCommand, before: string): string | null {
  const edit = editOf(command, written(before), WORDS)
  return edit && done(written(before).text, edit)
}

describe('marks', () => {
  test.each<[TextCommand, string, string]>([
    ['strong', 'a ‹bold› b', 'a **‹bold›** b'],
    ['em', 'a ‹bold› b', 'a *‹bold›* b'],
    ['em', '**‹bold›**', '***‹bold›***'],
    ['strong', '*‹bold›*', '***‹bold›***'],
    ['strong', 'a‹›b', 'a**‹›**b'],
    ['strong', 'x‹›', 'x**‹›**'],
  ])('%s is put around %p', (command, off, on) => {
    expect(edited(command, off)).toBe(on)
    expect(edited(command, on)).toBe(off)
  })

  test('leave blanks at the ends of the selection outside', () => {
    expect(edited('strong', 'a‹ bold ›b')).toBe('a **‹bold›** b')
    expect(edited('strong', 'a‹  ›b')).toBe('a  **‹›**b')
    expect(edited('link', 'a‹ b ›c')).toBe('a [b](https://‹›) c')
  })

  test.each<[TextCommand, string, string]>([
    ['strong', '‹**bold**›', '‹bold›'],
    ['em', '‹*bold* ›b', '‹bold› b'],
    ['em', '‹***both***›', '‹**both**›'],
    ['strong', '‹***both***›', '‹*both*›'],
  ])('%s goes from %p, where the marks are selected', (command, on, off) => {
    expect(edited(command, on)).toBe(off)
  })

  test('of two words are not those of the whole selection', () => {
    expect(edited('strong', '‹**a** and **b**›')).toBe('**‹**a** and **b**›**')
  })
})

describe('lines', () => {
  test.each<[TextCommand, string, string]>([
    ['heading', 'Wi‹›nd', '## Wind‹›'],
    ['list', 'a\n‹b\nc›\nd', 'a\n‹- b\n- c›\nd'],
    ['numbers', '‹b\nc›', '‹1. b\n2. c›'],
    ['quote', '‹b\n\nc›', '‹> b\n\n> c›'],
  ])('%s begins them, and a second time takes it away', (command, off, on) => {
    expect(edited(command, off)).toBe(on)
    expect(edited(command, on)?.replace(/[‹›]/g, '')).toBe(off.replace(/[‹›]/g, ''))
  })

  test('a prefix of another kind gives way', () => {
    expect(edited('list', '‹1. a\n2) b›')).toBe('‹- a\n- b›')
    expect(edited('heading', '### a‹›')).toBe('## a‹›')
    expect(edited('numbers', '‹- a\n* b\n> c›')).toBe('‹1. a\n2. b\n3. c›')
  })

  test('numbers are those of the lines with text', () => {
    expect(edited('numbers', '‹a\n\nb›')).toBe('‹1. a\n\n2. b›')
    expect(edited('numbers', '‹4. a\n4. b›')).toBe('‹1. a\n2. b›')
  })

  test('an empty line gets the prefix, and the one after the selection is not part of it', () => {
    expect(edited('list', '‹›')).toBe('- ‹›')
    expect(edited('list', 'a\n‹›\nb')).toBe('a\n- ‹›\nb')
    expect(edited('list', '‹a\n›b')).toBe('- a‹›\nb')
    expect(edited('list', '‹›\na')).toBe('- ‹›\na')
  })
})

describe('blocks', () => {
  test('a callout takes what is selected into it, and has a title to be typed over', () => {
    expect(edited('callout', 'a\n‹b\n\nc›\nd')).toBe('a\n\n> [!NOTE] ‹Title›\n> b\n>\n> c\n\nd')
    expect(edited('callout', '‹›')).toBe('> [!NOTE] ‹Title›\n')
  })

  test('a link has the selected words, and asks for its address', () => {
    expect(edited('link', 'see ‹here›')).toBe('see [here](https://‹›)')
    expect(edited('link', 'see ‹›')).toBe('see [Words](https://‹›)')
  })

  test('a block has an empty line on both sides, and no more', () => {
    const edit = inserted(written('a \n\n\n‹x›\n\n  b'), 'block')
    expect(done('a \n\n\nx\n\n  b', edit)).toBe('a\n\nblock\n\n‹›b')
  })
})

describe('tables', () => {
  const HEAD = '| Column 1 | Column 2 |\n| --- | --- |'

  test('a new one comes after the selection, which stays', () => {
    expect(edited('table', 'a ‹b› c')).toBe(
      `a b\n\n${HEAD.replace('Column 1', '‹Column 1›')}\n|  |  |\n|  |  |\n\nc`,
    )
  })

  test.each([
    [
      'the head',
      '| ‹›a | b |\n| --- | --- |\n| 1 | 2 |',
      '| a | b |\n| --- | --- |\n| ‹› |  |\n| 1 | 2 |',
    ],
    ['the rule', '| a | b |\n| --‹›- | --- |', '| a | b |\n| --- | --- |\n| ‹› |  |'],
    ['the last row', 'x\n\na | b\n-|-\n1 | 2‹›\n\ny', 'x\n\na | b\n-|-\n1 | 2\n| ‹› |  |\n\ny'],
  ])('a row is added below %s', (_where, before, expected) => {
    expect(edited('row', before)).toBe(expected)
  })

  test.each([
    [
      'the first cell',
      '| a‹› | b |\n| --- | --: |\n| 1 | 2 |',
      '| a | ‹› | b |\n| --- | --- | --: |\n| 1 |  | 2 |',
    ],
    [
      'the last cell',
      '| a | b |\n| --- | --- |\n| 1 | 2‹› |',
      '| a | b | ‹› |\n| --- | --- | --- |\n| 1 | 2 |  |',
    ],
    ['the end of a line', '| a | b |‹›\n| --- | --- |', '| a | b | ‹› |\n| --- | --- | --- |'],
    ['the start of a line', '‹›| a | b |\n| --- | --- |', '| a | ‹› | b |\n| --- | --- | --- |'],
  ])('a column is added after %s', (_where, before, expected) => {
    expect(edited('column', before)).toBe(expected)
  })

  test('a pipe with a backslash is part of its cell', () => {
    const table = String.raw`| a \| b‹› | c |
| --- | --- |
| 1 \| | 2 |`
    expect(edited('column', table)).toBe(
      String.raw`| a \| b | ‹› | c |
| --- | --- | --- |
| 1 \| |  | 2 |`,
    )
    expect(edited('row', table)).toContain('\n| ‹› |  |\n')
  })

  test('a table with line ends of Windows is one', () => {
    const table = '| a | b |\r\n| --- | --- |\r\n| 1‹› | 2 |\r\n'
    expect(edited('column', table)).toBe('| a | ‹› | b |\n| --- | --- | --- |\n| 1 |  | 2 |\n')
    expect(
      edited('row', table)
        ?.split('\n')
        .map((line) => line.trim()),
    ).toEqual(['| a | b |', '| --- | --- |', '| 1 | 2 |', '| ‹› |  |', ''])
  })

  test.each(['a ‹›b', 'a | ‹›b\n\nc | d', '| a | b |\n| --- | --- |\n\nx‹›'])(
    'there is no row and no column to add in %p',
    (before) => {
      expect(isInTable(written(before))).toBe(false)
      expect(edited('row', before)).toBeNull()
      expect(edited('column', before)).toBeNull()
    },
  )

  test('columns of numbers are aligned at their ends', () => {
    const rows = [
      ['Name', 'Price', 'Share', 'Code'],
      ['Rope', '1,200.50', '-5 %', '12a'],
      ['Lamp', '7', '', '13'],
    ]
    expect(tableOf(rows).split('\n')[1]).toBe('| --- | --: | --: | --- |')
    expect(tableOf([['1', '2']])).toBe('| 1 | 2 |\n| --- | --- |')
  })

  test('short rows are filled, and cells are one line without pipes of their own', () => {
    expect(tableOf([['a', 'b|c'], ['d\n e']])).toBe('| a | b\\|c |\n| --- | --- |\n| d e |  |')
  })

  test('of many rows are made, too', () => {
    const rows = Array.from({ length: 200_000 }, () => ['a', 'b'])
    expect(tableOf(rows).length).toBe(200_001 * 10 + '| --- | --- |'.length - 10)
  })
})

test.each([
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a\tb', null],
  ['a\nb', null],
  ['a\tb\nc', null],
  ['', null],
])('cells of a spreadsheet in %j: %j', (text, rows) => {
  expect(rowsIn(text)).toEqual(rows)
})

test('every command has an edit in a table, and selects what is in the new text', () => {
  const before = written('| a‹› | b |\n| --- | --- |')
  for (const command of TEXT_COMMANDS) {
    const edit = editOf(command, before, WORDS)
    expect(edit).not.toBeNull()
    if (!edit) continue
    const length = before.text.length + edit.insert.length - (edit.to - edit.from)
    expect(edit.select[1]).toBeLessThanOrEqual(length)
  }
})
