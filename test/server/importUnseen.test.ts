import { forged, zipOf } from '#test/helpers/fixtures/archives.ts'
import { spreadsheet } from '#test/helpers/fixtures/spreadsheets.ts'
import { docx, paragraph, run } from '#test/helpers/server/docx.ts'
import { importedBy } from '#test/helpers/server/importedBy.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

/* What a program hides is left out, what texts cannot show is named, and so is what was guessed. */
serverTests('what is hidden, lost or guessed', (server) => {
  let ada: TestUser
  beforeEach(async () => {
    await server.empty()
    ada = await server.addUser('Ada')
  })
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
      'Line breaks within cells of tables are blanks here: b c, e f.',
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
