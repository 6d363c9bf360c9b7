import { forged, zipOf } from '#test/helpers/fixtures/archives.ts'
import { spreadsheet } from '#test/helpers/fixtures/spreadsheets.ts'
import { bookmark, docx, linkTo, paragraph, run } from '#test/helpers/server/docx.ts'
import { importedBy } from '#test/helpers/server/importedBy.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'

/* What a file says is in the entries, or the report names it. */
serverTests('an import tells the truth on %s', (server) => {
  beforeEach(() => server.empty())
  const [ada] = playersOf(server, 'Ada')

  const imported = (name: string, file: Buffer | string) => importedBy(server, ada, name, file)
  const word = async (body: string, more?: Readonly<Record<string, string>>) =>
    imported('Rules.docx', await (await docx(body, more)).bytes())

  describe('of a document', () => {
    const cell = (text: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`
    const rows = (...lines: string[]) =>
      `<w:tbl>${lines.map((cells) => `<w:tr>${cells}</w:tr>`).join('')}</w:tbl>`

    test('with joined cells: each value stands under its own head, and they are named', async () => {
      const { texts, problems } = await word(
        rows(
          cell('Ware', '<w:vMerge w:val="restart"/>') + cell('Price', '<w:gridSpan w:val="2"/>'),
          cell('', '<w:vMerge/>') + cell('Town') + cell('Road'),
          cell('Rope') + cell('3') + cell('5'),
        ) + paragraph('x'),
      )
      expect(texts['Rules']).toContain('|  | Town | Road |\n| Rope | 3 | 5 |')
      expect(problems).toEqual([
        'Joined cells are apart here, and their text stands in the first one: Ware and Price.',
      ])
    })

    test('with raised, lowered, struck and hidden words', async () => {
      const { texts, problems } = await word(
        paragraph(
          run('Range 10') +
            run('2', '<w:vertAlign w:val="superscript"/>') +
            run(' H') +
            run('2', '<w:vertAlign w:val="subscript"/>') +
            run('O, not ') +
            run('12 paces', '<w:strike/>') +
            run(' or ') +
            run('9', '<w:dstrike/>') +
            run(' the traitor', '<w:vanish/>'),
        ),
      )
      expect(texts['Rules']).toBe('Range 10² H₂O, not ~~12 paces~~ or ~~9~~')
      expect(problems).toEqual([
        'Hidden words were left out. (1)',
        'Struck-through words stand between ~~ here: 12 paces and 9.',
      ])
    })

    test('with words in styles, fields, directions and on both sides of a break', async () => {
      const struck = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="character" w:styleId="Gone"><w:name w:val="Gone"/><w:rPr><w:strike/></w:rPr></w:style></w:styles>`
      const { texts, problems } = await word(
        paragraph(
          run('12', '<w:rStyle w:val="Gone"/>') +
            `<w:bdo w:val="rtl">${run(' paces')}</w:bdo>` +
            `<w:r><w:br w:type="page"/><w:t>page</w:t><w:cr/><w:t>line</w:t></w:r>` +
            run(' loud', '<w:caps/>'),
        ),
        { 'word/styles.xml': struck },
      )
      expect(texts['Rules']).toBe('~~12~~ paces\npage\nline loud')
      expect(problems).toEqual([
        'Underlined, coloured or highlighted words, and words in capitals by formatting, are shown as typed.',
        'Struck-through words stand between ~~ here: 12.',
      ])
    })

    const style = (id: string, name: string) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
    const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${style('Q', 'Quote')}${style('T', 'List Heading')}${style('D', 'List Contents')}${style('Heading1', 'heading 1')}</w:styles>`
    test('with quotes, definitions and the result of a field', async () => {
      const { texts } = await word(
        paragraph('A keeper says so.', 'Q') +
          paragraph('Lamp', 'T') +
          paragraph('Burns oil', 'D') +
          paragraph(`${run('Page ')}<w:fldSimple w:instr="PAGE">${run('3')}</w:fldSimple>`),
        { 'word/styles.xml': styles },
      )
      expect(texts['Rules']).toBe('> A keeper says so.\n\nLamp\n: Burns oil\n\nPage 3')
    })

    test('with a place before a heading: no entry is empty, and links lead to the one below', async () => {
      const { texts } = await word(
        paragraph('One', 'Heading1') +
          paragraph(linkTo('two', 'on')) +
          paragraph(bookmark('two')) +
          paragraph('Two', 'Heading1') +
          paragraph('x'),
      )
      expect(Object.keys(texts).sort()).toEqual(['One', 'Two'])
      expect(texts['One']).toMatch(/^\[on\]\(\/discordia\/world\?entry=/)
      const first = await word(
        bookmark('one') + paragraph('Three', 'Heading1') + paragraph('Four', 'Heading1'),
      )
      expect(Object.keys(first.texts).sort()).toEqual(['Four', 'One', 'Three', 'Two'])
    })

    const numbering = `<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1)"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num><w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num></w:numbering>`
    const item = (text: string, list: number, name?: string) =>
      paragraph(text, name, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`)
    test('with numbers that begin elsewhere and go on after a paragraph', async () => {
      const { texts, problems } = await word(
        item('three', 1) +
          item('four', 1) +
          paragraph('Between') +
          item('five', 1) +
          item('one', 2) +
          paragraph('And') +
          item('a', 3),
        { 'word/numbering.xml': numbering },
      )
      expect(texts['Rules']).toBe('3. three\n4. four\n\nBetween\n\n5. five\n1) one\n\nAnd\n\n1. a')
      expect(problems).toEqual([
        'Items with letters, Roman or other numbers have plain numbers here. (1)',
      ])
    })
  })

  describe('of Markdown', () => {
    test('with struck and raised words, wide rows and joined cells', async () => {
      const { texts, problems } = await imported(
        'rules.md',
        [
          '# Rules',
          'Range 10<sup>2</sup> H<sub>2</sub>O x<sup>max</sup> 2<sup>nd</sup>, ~~12~~ <del>old</del> <span style="text-decoration: line-through">x</span>',
          '| a | b |\n| --- | --- |\n| 1 | 2 | 3 | 4 |\n| x\\|y | z |',
          '```\n| a |\n| - |\n| 1 | 2 |\n```',
          '<table><tr><td rowspan="2">A</td><td colspan="2">B</td></tr>\n\n<tr><td>c</td><td>d</td></tr></table>',
          '## E=mc<sup>2</sup>\n\n5. five\n6. six',
        ].join('\n\n'),
      )
      expect(texts['Rules']).toBe(
        [
          'Range 10² H₂O x^max 2nd, ~~12~~ ~~old~~ ~~x~~',
          '| a | b |  |  |\n| --- | --- | --- | --- |\n| 1 | 2 | 3 | 4 |\n| x\\|y | z |  |  |',
          '\\| a \\|\n\\| - \\|\n\\| 1 \\| 2 \\|',
          '| A | B |  |\n| --- | --- | --- |\n|  | c | d |\n## E=mc²\n5. five\n6. six',
        ].join('\n\n'),
      )
      expect(problems).toEqual([
        'Struck-through words stand between ~~ here: 12, old and x.',
        'Joined cells are apart here, and their text stands in the first one: A and B.',
      ])
    })

    test('within JSON as HTML: the same', async () => {
      const content =
        '<p>10<sup>2</sup> <s>12</s></p><ol><li value="4">four</li></ol><p><input type="checkbox" checked> lit</p><table><tr><td rowspan="2">A</td><td>b</td></tr><tr><td>c</td></tr></table>'
      const { texts, problems } = await imported(
        'j.json',
        JSON.stringify({ name: 'J', permission: { default: 2 }, content }),
      )
      expect(texts['J']).toBe(
        '10² ~~12~~\n\n4. four\n\n☑ lit\n\n| A | b |\n| --- | --- |\n|  | c |',
      )
      expect(problems).toHaveLength(2)
    })
  })

  describe('of a table', () => {
    test('in an encoding that is guessed: the report shows the letters', async () => {
      const bytes = Buffer.from('4e616d653b546578740d0aa3f3649f3b780d0a', 'hex')
      expect((await imported('a.csv', bytes)).problems).toEqual([
        expect.stringMatching(/Windows-1252.*£ódŸ/),
      ])
      const text = Buffer.from([0x23, 0x20, 0xa3, 0xf3, 0x64, 0x9f])
      expect((await imported('a.md', text)).problems).toEqual([
        expect.stringMatching(/Windows-1252.*£ódŸ/),
      ])
    })

    test('in UTF-16 without a mark', async () => {
      const bytes = Buffer.from('Name;Text\r\nŁódź;x\r\n', 'utf16le')
      expect(await imported('a.csv', bytes)).toMatchObject({ texts: { Łódź: 'x' }, problems: [] })
      expect((await imported('b.csv', bytes.swap16())).problems).toEqual([])
    })

    test('with a title above its heads, or without heads: the report names the row', async () => {
      const rows = [
        ['Our rules 2026'],
        [],
        ['Name', 'Category', 'Text'],
        ['Falling', 'Combat', 'A die'],
      ]
      const { texts, problems } = await imported('a.xlsx', await spreadsheet([{ name: 'S', rows }]))
      expect(texts).toEqual({ Falling: 'A die' })
      expect(problems).toEqual([
        'This stands above the names of the columns and is left out: Our rules 2026.',
      ])
      const none = await imported('b.csv', 'Rope,Gear,Fifty feet\nLamp,Gear,Burns oil\n')
      expect(none.problems).toEqual([
        'We took this row for the names of the columns, and it is no entry: Rope, Gear and Fifty feet.',
      ])
    })

    const FORMATS = [
      '[h]:mm:ss',
      '0%',
      '00000',
      '#,##0.00\\ &quot;€&quot;',
      '[$$-409]0.00',
      'hh:mm',
    ]
    const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
    const styles = `<styleSheet xmlns="${MAIN}"><numFmts>${FORMATS.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>${FORMATS.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`
    const text = (words: string, at: string) =>
      `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`
    const sheet = (cells: readonly (readonly [name: string, cell: string])[]) =>
      spreadsheet(
        [
          {
            name: 'S',
            rows: `<row r="1">${text('Name', 'A1')}${text('Text', 'B1')}</row>${cells.map(([name, cell], at) => `<row r="${at + 2}">${text(name, `A${at + 2}`)}<c r="B${at + 2}" ${cell}</c></row>`).join('')}`,
          },
        ],
        [],
        { 'xl/styles.xml': styles },
      )

    test('with cells that show more than their number', async () => {
      const shown = [
        ['30:00:00', 1.25],
        ['25%', 0.25],
        ['00007', 7],
        ['5.50 €', 5.5],
        ['$3.00', 3],
        ['12:00:00', 0.5],
      ] as const
      const file = await sheet(
        shown.map(([name, value], at) => [name, `s="${at}"><v>${value}</v>`]),
      )
      const { texts, problems } = await imported('a.xlsx', file)
      expect(texts).toEqual(Object.fromEntries(shown.map(([name]) => [name, name])))
      expect(problems).toEqual([])
    })

    test.each(['America/New_York', 'Pacific/Kiritimati'])(
      'with dates that are texts, in %s',
      async (zone) => {
        const own = process.env['TZ']
        process.env['TZ'] = zone
        try {
          const file = await sheet([
            ['2026-12-13T23:30:00', 't="d"><v>2026-12-13T23:30:00.000</v>'],
            ['2026-12-14', 't="d"><v>2026-12-14T00:00:00</v>'],
          ])
          const { texts } = await imported('a.xlsx', file)
          for (const [name, value] of Object.entries(texts)) expect(value).toBe(name)
          expect(Object.keys(texts)).toHaveLength(2)
        } finally {
          if (own === undefined) delete process.env['TZ']
          else process.env['TZ'] = own
        }
      },
    )
  })
})

/* What a program hides is left out, what texts cannot show is named, and so is what was guessed. */
serverTests('what is hidden, lost or guessed', (server) => {
  beforeEach(() => server.empty())
  const [ada] = playersOf(server, 'Ada')
  const imported = (name: string, file: Buffer | string) => importedBy(server, ada, name, file)

  const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const text = (words: string, at: string) =>
    `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`

  test('rows, columns and sheets that a spreadsheet hides', async () => {
    const row = (number: number, words: readonly string[], own = '') =>
      `<row r="${number}"${own}>${words.map((one, at) => text(one, `${'ABC'[at]}${number}`)).join('')}</row>`
    const sheet = `<worksheet xmlns="${MAIN}"><cols><col min="2" max="2" hidden="1"/></cols><sheetData>${row(1, ['Name', 'GM', 'Text'])}${row(2, ['Seen', 'SECRET', 'words'])}${row(3, ['SECRET', '', ''], ' hidden="1"')}</sheetData></worksheet>`
    const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Plans" sheetId="1" state="veryHidden" r:id="s0"/><sheet name="World" sheetId="2" r:id="s1"/></sheets></workbook>`
    const file = await spreadsheet(
      [
        { name: 'Plans', rows: [['Name'], ['SECRET']] },
        { name: 'World', rows: '' },
      ],
      [],
      { 'xl/workbook.xml': workbook, 'xl/worksheets/sheet2.xml': sheet },
    )
    expect(await imported('a.xlsx', file)).toMatchObject({
      texts: { Seen: 'words' },
      problems: [
        'This sheet is hidden, and was left out.',
        'Hidden rows and columns were left out. Rows: 1, columns: 1.',
      ],
    })
  })

  test('elements of HTML that are hidden, whatever lies between', async () => {
    const note = [
      'Seen <span style="color: #111; display: none">SECRET</span> seen',
      '<div hidden>\n\n# SECRET\n\n<div>SECRET</div>\n</div>',
      '<p class="gm-only">SECRET</p><p style="visibility:hidden">SECRET</p>',
      '`<i hidden>seen</i>` <b title="a hidden b">seen</b>',
    ].join('\n\n')
    const { texts, problems } = await imported('a.md', note)
    expect(JSON.stringify(texts)).not.toContain('SECRET')
    expect(texts['a']?.match(/seen/gi)).toHaveLength(4)
    expect(problems).toEqual([
      'Hidden or secret blocks, which aren’t for players, were left out: 4.',
    ])
    expect((await imported('b.md', 'Seen.\n\n<div hidden>\n\nSECRET two')).problems).toEqual([
      expect.stringMatching(/never closed.* 2 words/),
    ])
  })

  const LOOK =
    'Underlined, coloured or highlighted words, and words in capitals by formatting, are shown as typed.'

  test('lines in cells, other numbers, and the look of words, each once', async () => {
    const html =
      '<ol type="a"><li>one</li><li>two</li></ol><p><u>under</u> <span style="color: red">red</span> <span style="color: black">black</span></p><table><tr><td>a</td><td><p>b</p><p>c</p></td></tr><tr><td>d</td><td>e<br>f</td></tr></table>'
    const json = JSON.stringify({ name: 'J', permission: { default: 2 }, content: html })
    expect((await imported('j.json', json)).problems).toEqual([
      'Items with letters, Roman or other numbers have plain numbers here. (1)',
      LOOK,
      'Line breaks within cells of tables are blanks here: b c and e f.',
    ])
    const note = `| a | b |\n| - | - |\n| c | d<br>e |\n\n<u>under</u> <span style="background: red">red</span>`
    expect(await imported('m.md', note)).toMatchObject({
      texts: { m: '| a | b |\n| --- | --- |\n| c | d e |\n\nunder red' },
      problems: ['Line breaks within cells of tables are blanks here: d e.', LOOK],
    })
    const words =
      run('under', '<w:u w:val="single"/>') +
      run('plain', '<w:u w:val="none"/><w:color w:val="auto"/>')
    const word = await (await docx(paragraph(words))).bytes()
    expect((await imported('w.docx', word)).problems).toEqual([LOOK])
    const plain = await (
      await docx(paragraph(run('plain', '<w:u w:val="none"/><w:color w:val="000000"/>')))
    ).bytes()
    expect((await imported('v.docx', plain)).problems).toEqual([])
  })

  test('fractions of a spreadsheet', async () => {
    const formats = ['# ?/?', '# ??/??', '# ?/4', '??/??']
    const styles = `<styleSheet xmlns="${MAIN}"><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf/>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}<xf numFmtId="12"/></cellXfs></styleSheet>`
    const shown = [
      ['1 1/2', 1, 1.5],
      ['5/16', 2, 0.3125],
      ['-2 1/4', 3, -2.25],
      ['3/2', 4, 1.5],
      ['1/3', 5, 1 / 3],
      ['3', 1, 3],
      ['0.123', 1, 0.123],
    ] as const
    const rows = shown.map(
      ([name, style, value], at) =>
        `<row r="${at + 2}">${text(`is ${name}`, `A${at + 2}`)}<c r="B${at + 2}" s="${style}"><v>${value}</v></c></row>`,
    )
    const head = `<row r="1">${text('Name', 'A1')}${text('Text', 'B1')}</row>`
    const file = await spreadsheet([{ name: 'S', rows: head + rows.join('') }], [], {
      'xl/styles.xml': styles,
    })
    const { texts } = await imported('a.xlsx', file)
    expect(texts).toEqual(Object.fromEntries(shown.map(([name]) => [`is ${name}`, name])))
  })

  test('names in an archive of which nothing says the encoding', async () => {
    const zip = await zipOf({ 'xxxx.md': 'Text.', 'b.md': 'Text.' }, { compress: false })
    // "über" as DOS writes it.
    const named = Buffer.from(zip.toString('latin1').replaceAll('xxxx', '\x81ber'), 'latin1')
    const { texts, problems } = await imported('a.zip', forged(named, 'flags', 0))
    expect(Object.keys(texts).sort()).toEqual(['b', 'über'])
    expect(problems).toEqual([expect.stringMatching(/encoding.*über\.md.*\(1\)/)])
  })

  test('words that the report shows end between two characters', async () => {
    const family = '👨‍👩‍👧'
    const { problems } = await imported('a.csv', `${'x'.repeat(59)}${family}\nName,Text\nA,B\n`)
    expect(problems).toEqual([expect.stringMatching(/x{59}\.$/)])
  })
})
