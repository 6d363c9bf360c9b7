import {
  apply,
  applyPicture,
  buttonAfter,
  commandOf,
  type Pasted,
  pasted,
  pasteOf,
  pictureIn,
  run,
  writtenIn,
} from '#shared/textField.ts'

const WORDS = { column: 'Column', callout: 'Title', link: 'Words' }

/** A field of the page with a selection; `typed` are the values that its form has got. */
function fieldWith(text: string, from = text.length, to = from) {
  const field = document.createElement('textarea')
  document.body.replaceChildren(field)
  field.value = text
  field.setSelectionRange(from, to)
  const typed: string[] = []
  field.addEventListener('input', () => typed.push(field.value))
  return { field, typed }
}
const selected = (field: HTMLTextAreaElement) =>
  field.value.slice(field.selectionStart, field.selectionEnd)

describe('an edit of a field', () => {
  const edit = { from: 2, to: 3, insert: '**b**', select: [4, 5] } as const

  test('is typed where the browser can do that, so that it can be undone', () => {
    const { field } = fieldWith('a b c')
    const calls: unknown[][] = []
    Object.assign(document, {
      execCommand: (...args: unknown[]) => {
        calls.push([...args, selected(field), document.activeElement === field])
        field.setRangeText('**b**', field.selectionStart, field.selectionEnd)
        return true
      },
    })
    expect(apply(field, edit)).toBe(true)
    Reflect.deleteProperty(document, 'execCommand')
    expect(calls).toEqual([['insertText', false, '**b**', 'b', true]])
    expect(field.value).toBe('a **b** c')
    expect(selected(field)).toBe('b')
  })

  test.each([
    ['has no such command', undefined],
    ['refuses it', () => false],
  ])('reaches the form, too, where the browser %s', (_what, execCommand) => {
    const { field, typed } = fieldWith('a b c')
    Object.assign(document, { execCommand })
    apply(field, edit)
    Reflect.deleteProperty(document, 'execCommand')
    expect(typed).toEqual(['a **b** c'])
    expect(field).toHaveFocus()
    expect(selected(field)).toBe('b')
  })

  test('changes nothing where the text would be too long, but may make one shorter', () => {
    const { field, typed } = fieldWith('a b c')
    field.maxLength = 8
    expect(apply(field, edit)).toBe(false)
    expect(run(field, 'strong', WORDS)).toBe(false)
    expect(applyPicture(field, '/api/files/a.png', 'Alt')).toBe(false)
    expect(typed).toEqual([])
    field.maxLength = 9
    expect(apply(field, edit)).toBe(true)
    field.maxLength = 3
    expect(run(field, 'strong', WORDS)).toBe(true)
    expect(typed).toEqual(['a **b** c', 'a b c'])
  })

  test('is none for a command that has no meaning there', () => {
    const { field, typed } = fieldWith('a b c')
    expect(run(field, 'row', WORDS)).toBe(true)
    expect(typed).toEqual([])
  })

  test('that is a picture has its description selected', () => {
    const { field } = fieldWith('a')
    applyPicture(field, '/api/files/a.png', 'Describe it')
    expect(field.value).toBe('a\n\n![Describe it](/api/files/a.png)\n')
    expect(selected(field)).toBe('Describe it')
  })
})

const keys = { key: 'b', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false }
test.each([
  ['Ctrl+B', {}, 'strong'],
  ['Cmd+I', { key: 'i', ctrlKey: false, metaKey: true }, 'em'],
  ['Ctrl+B with caps lock', { key: 'B' }, 'strong'],
  ['B', { ctrlKey: false }, null],
  ['Ctrl+K', { key: 'k' }, null],
  ['Ctrl+Shift+B', { key: 'B', shiftKey: true }, null],
  ['Ctrl+Alt+I', { key: 'i', altKey: true }, null],
])('the command of %s', (_name, pressed, command) => {
  expect(commandOf({ ...keys, ...pressed })).toBe(command)
})

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Tab', 0, null],
  ['ArrowDown', 0, null],
])('%s leads from button %d of three to %s', (key, at, to) => {
  expect(buttonAfter(key, at, 3)).toBe(to)
})

type Data = { html?: string; plain?: string; files?: File[] }
const clipboard = ({ html = '', plain = '', files = [] }: Data) => ({
  getData: (type: string) => (type === 'text/html' ? html : type === 'text/plain' ? plain : ''),
  files,
})
const png = new File(['x'], 'a.png', { type: 'image/png' })
const HTML_TABLE = '<style>td{}</style><table><tr><td>Name<td>Price<tr><td>Rope<td>5</table>'
const TABLE = '| Name | Price |\n| --- | --: |\n| Rope | 5 |'

describe('what is pasted', () => {
  const paste = async (data: Data): Promise<Pasted | null> =>
    (await pasted(clipboard(data))?.()) ?? null

  test.each<[string, Data, Pasted]>([
    ['cells', { plain: 'Name\tPrice\nRope\t5' }, { text: TABLE, isBlock: true }],
    [
      'a spreadsheet',
      { plain: 'Name\tPrice\nRope\t5', html: HTML_TABLE },
      { text: TABLE, isBlock: true },
    ],
    [
      'a document',
      { html: '<h1>A</h1><p>b</p>', plain: 'A b' },
      { text: '# A\n\nb', isBlock: true },
    ],
    ['words of a page', { html: 'a <b>b</b>', plain: 'a b' }, { text: 'a **b**', isBlock: false }],
    ...(
      [
        ['font-weight:700', '**b**'],
        ['font-style: italic', '*b*'],
        ['text-decoration:line-through', '~~b~~'],
        ['vertical-align:super', '^b'],
      ] as const
    ).map(([style, text]): [string, Data, Pasted] => [
      `words that ${style} alone marks`,
      { html: `a <span style="${style}">b</span>`, plain: 'a b' },
      { text: `a ${text}`, isBlock: false },
    ]),
    ['raised words', { html: '10<sup>2</sup>', plain: '102' }, { text: '10²', isBlock: false }],
    ['a heading', { html: '<h2>a</h2>', plain: 'a' }, { text: '## a', isBlock: true }],
    ['an item', { html: '<ul><li>a</ul>', plain: 'a' }, { text: '- a', isBlock: true }],
    ['no words', { html: '<img src="data:,">', plain: 'a' }, { text: 'a', isBlock: false }],
    [
      'a table of more HTML than is read',
      { html: HTML_TABLE + ' '.repeat(500_000), plain: 'Name\tPrice\nRope\t5' },
      { text: TABLE, isBlock: true },
    ],
  ])('as %s has formatting', async (_what, data, expected) => {
    expect(await paste(data)).toEqual(expected)
  })

  test.each<[string, Data]>([
    ['plain text', { plain: 'a\nb' }],
    [
      'HTML that says no more than its words',
      { plain: 'a', html: '<meta><span style="x">a</span>' },
    ],
    ['more HTML than is read', { plain: 'a', html: '<b>a</b>'.padEnd(500_001) }],
    ['nothing', {}],
  ])('as %s is left to the browser', (_what, data) => {
    expect(pasted(clipboard(data))).toBeNull()
  })

  test('stands in the line, or as a block of its own', () => {
    const { field } = fieldWith('a b c', 2, 3)
    const edit = (text: Pasted) => {
      field.value = 'a b c'
      field.setSelectionRange(2, 3)
      apply(field, pasteOf(writtenIn(field), text))
      return [field.value, field.selectionStart]
    }
    expect(edit({ text: '**x**', isBlock: false })).toEqual(['a **x** c', 7])
    expect(edit({ text: TABLE, isBlock: true })).toEqual([`a\n\n${TABLE}\n\nc`, 5 + TABLE.length])
  })
})

test('a picture is taken from files, but not the picture of a spreadsheet', () => {
  const text = new File(['x'], 'a.txt', { type: 'text/plain' })
  expect(pictureIn(clipboard({ files: [text, png] }))).toBe(png)
  expect(pictureIn(clipboard({ files: [png], html: '<img src="https://x.test/a.png">' }))).toBe(png)
  expect(pictureIn(clipboard({ files: [png], html: HTML_TABLE }))).toBeNull()
  expect(pictureIn(clipboard({ files: [text] }))).toBeNull()
})
