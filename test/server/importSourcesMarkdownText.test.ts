import { plainText } from '#server/text/light.ts'
import { readMarkdown } from '#server/transfer/sources/markdown/read.ts'
import { inWords } from '#test/helpers/server/inWords.ts'
import { sourceFiles, withTexts } from '#test/helpers/server/sourceFiles.ts'

/** A source in which texts link and show things. */
const AROUND = {
  'Salt (white).md': '',
  'Places/Salt (white).md': '',
  'Places/Harbour.md': '',
  'Places/Coast/Harbour.md': '',
  'img/map a.png': '',
  'Places/boat.JPG': '',
  'rules.pdf': '',
}

/** The text of `Places/Here.md`, and its losses. */
async function read(text: string) {
  const { entries, losses } = withTexts(
    await readMarkdown(
      sourceFiles({ ...AROUND, 'Places/Here.md': `---\ntitle: Here\n---\n${text}` }),
    ),
  )
  const entry = entries.find(({ id }) => id === 'Places/Here')
  const own = losses.filter(({ place }) => place === 'Places/Here.md')
  return { text: entry?.description, losses: inWords(own).map(({ problem }) => problem) }
}

test.each([
  ['[words](Harbour.md)', '[words](entry:Places/Harbour)'],
  ['[*words*](../Salt%20(white).md#Use "t")', '[*words*](entry:Salt%20%28white%29)'],
  ['[words](<../salt (white)>)', '[words](entry:Salt%20%28white%29)'],
  ['[words](<Salt (white)>)', '[words](entry:Places/Salt%20%28white%29)'],
  ['[[Salt (white)|words]]', '[words](entry:Salt%20%28white%29)'],
  ['[words](/Places/Coast/Harbour.md)', '[words](entry:Places/Coast/Harbour)'],
  ['[words](Places/Harbour.md?x=1)', '[words](entry:Places/Harbour)'],
  [
    '[words][h] and [h]\n\n[h]: Harbour.md',
    '[words](entry:Places/Harbour) and [h](entry:Places/Harbour)',
  ],
  ['[](Harbour.md)', '[Harbour](entry:Places/Harbour)'],
  ['[[Harbour]]', '[Harbour](entry:Places/Harbour)'],
  ['[[Coast/Harbour|the *docks*]]', String.raw`[the \*docks\*](entry:Places/Coast/Harbour)`],
  ['[[harbour#Docks]]', '[harbour](entry:Places/Harbour)'],
  ['![[Harbour]]', '[Harbour](entry:Places/Harbour)'],
  ['[words](#Use) [[#Use]]', 'words Use'],
  ['[a](https://e.org/a_(b) "t")', '[a](https://e.org/a_%28b%29 "t")'],
  ['<https://e.org> <a@e.org>', '[https://e.org](https://e.org) [a@e.org](mailto:a@e.org)'],
  ['a <a href="Harbour.md">link</a>', 'a [link](entry:Places/Harbour)'],
  ['`[[Harbour]]` \\[[Harbour]]', String.raw`\[\[Harbour\]\] \[[Harbour]]`],
])('links lead to entries, or stay: %s', async (typed, text) => {
  expect(await read(typed)).toEqual({ text, losses: [] })
})

test.each([
  ['![The map](../img/map%20a.png "Of old")', '![The map](picture:img/map%20a.png "Of old")'],
  ['![map|200](<../img/map a.png>)', '![map](picture:img/map%20a.png)'],
  ['![a [b] *c* `d`](boat.jpg)', String.raw`![a \[b\] c d](picture:Places/boat.JPG)`],
  ['![](boat.jpg)', '![](picture:Places/boat.JPG)'],
  [
    '![[map a.png]] ![[boat.jpg|300x200]]',
    '![map a](picture:img/map%20a.png) ![boat](picture:Places/boat.JPG)',
  ],
  ['![[boat.jpg|A boat]]', '![A boat](picture:Places/boat.JPG)'],
  ['x <img alt="A boat" src="boat.jpg">', 'x ![A boat](picture:Places/boat.JPG)'],
  [
    '<p>\n<img alt="A [boat]" src="boat.jpg">\n</p>',
    String.raw`![A \[boat\]](picture:Places/boat.JPG)`,
  ],
])('pictures are those of the source: %s', async (typed, text) => {
  expect(await read(typed)).toEqual({ text, losses: [] })
})

test.each([
  ['[a](no.md)', 'a', 'The link to “no.md” leads nowhere: there is no such file.'],
  ['[[No|a]]', 'a', 'The link to “No” leads nowhere: there is no such file.'],
  [
    '[a](../../../etc/passwd)',
    'a',
    'The link to “../../../etc/passwd” leads nowhere: there is no such file.',
  ],
  ['[a](../rules.pdf)', 'a', 'The link to the file “../rules.pdf” is not imported.'],
  [
    '[a](javascript:x)',
    'a',
    'The link to “javascript:x” has an address that texts do not link to.',
  ],
  ['![a](no.png)', 'a', 'The picture “no.png” is missing.'],
  ['![[no.png|90]]', 'no', 'The picture “no.png” is missing.'],
  ['![a](data:image/png;base64,AA)', 'a', 'The picture “data:image/png;base64,AA” is missing.'],
  ['![[rules.pdf]]', 'rules', 'The file “rules.pdf” is not imported.'],
  [
    '![a](https://e.org/a.png)',
    '[a](https://e.org/a.png)',
    'The picture “https://e.org/a.png” is on another site: it becomes a link.',
  ],
  ['a ~~b~~', 'a ~~b~~', 'Struck-through words stand between ~~ here: b.'],
  ['a<!-- b --> c', 'a c', 'One comment was left out.'],
  ['<!-- a\n\nb -->\n\nc', 'c', 'One comment was left out.'],
  ['a %%b%%', 'a', 'One comment was left out.'],
  ['a\n\n%%\nb\n\n# c\n%%\n\nd', 'a\n\nd', 'One comment was left out.'],
  ['<script>\nx\n</script>\n\na', 'a', 'HTML with the element “script” is left out.'],
  ['```\nif\n  x\n```', 'if\nx', 'Indentation in a block of code is lost.'],
  ['```mermaid\nA-->B\n```', 'A-->B', 'What “mermaid” shows is not imported; its source is text.'],
  ['a\n\n[^b]: c', 'a', 'The note “b” is left out: no text refers to it.'],
])('what does not arrive is a loss: %j', async (typed, text, loss) => {
  expect(await read(typed)).toEqual({ text, losses: [loss] })
})

test.each([
  ['emphasis', '*a* **b** __c__ _d_', '*a* **b** __c__ _d_'],
  [
    'escapes and names of characters',
    String.raw`\*a\* &amp; &#42;b&#42;`,
    String.raw`\*a\* & \*b\*`,
  ],
  ['code', 'a `*b*`\n\n```js\n# c\n- d\n1. e\n```', 'a \\*b\\*\n\n\\# c\n\\- d\n1\\. e'],
  ['HTML in a line', '<b>a</b> <i>b</i> <small>c</small><br>d <sup>e', '**a** *b* c\nd e'],
  ['HTML blocks', '<h3>a</h3>\n<ul><li>b</li></ul>', '### a\n\n- b'],
  [
    'lists',
    '* a\n* [ ] b\n    1) c\n    2) d\n\n3. e\n\n   f\n',
    '* a\n* [ ] b\n  1) c\n  2) d\n\n3. e\n\n   f',
  ],
  [
    'tables',
    'a|b|c\n:-|:-:|-:\n`x`|[[Harbour\\|h]]|y\\|z',
    '| a | b | c |\n| :-- | :-: | --: |\n| x | [h](entry:Places/Harbour) | y\\|z |',
  ],
  ['definitions', 'a\n: c\n: d\n\n    e\n\nf\n: g', 'a\n: c\n: d\n\n    e\n\nf\n: g'],
  ['notes', 'a[^x] b^[c]\n\n[^x]: d\n\n    e', 'a[^1] b[^2]\n\n[^1]: d\n\n    e\n\n[^2]: c'],
  ['lines', 'a\nb  \nc\\\nd', 'a\nb\nc\nd'],
  ['rules and quotes', '***\n> a\n> > b\n\n---', '---\n\n> a\n>\n> > b\n\n---'],
  [
    'callouts',
    '> [!tip]- Try\n> it\n\n> [!bug] Oh\n\n> [!quote]',
    '> [!tip] Try\n> it\n\n> [!NOTE] Oh\n\n> [!NOTE] Quote',
  ],
])('formatting stays as far as texts have it: %s', async (_what, typed, text) => {
  expect(await read(typed)).toEqual({ text, losses: [] })
})

test('lines that are full are one paragraph; others end where they end', async () => {
  const line = 'The salt of the coast is white, and the salt of the hills'
  expect((await read(`${line}\n${line}\n${line}.`)).text).toBe(`${line} ${line} ${line}.`)
  expect((await read(`> [!tip] ${line}\n> ${line}\n> ${line}`)).text).toBe(
    `> [!tip] ${line}\n> ${line} ${line}`,
  )
  expect((await read('Salt\nSand\nSea')).text).toBe('Salt\nSand\nSea')
  const long = 'x'.repeat(121)
  expect((await read(`${line}\n${long}\n${line}`)).text).toBe(`${line}\n${long}\n${line}`)
})

test.each([
  ['a\n    > b', 'a\n> b'],
  ['a\n    # b', 'a\n# b'],
  ['a\n    - b', 'a\n- b'],
  ['1.\\\nb', '1.\nb'],
  ['a\n    ---', 'a\n---'],
  ['a\n    ~ b', 'a\n~ b'],
  ['c|d\n    -|-', 'c|d\n-|-'],
  ['!![a](https://e.org)', '!a'],
  ['a^[b](c)', 'a[1](c)\n\n[1] b'],
  ['`# b` [x](no.md)', '# b x'],
  ['a\\ \nb', 'a\\\nb'],
  ['<div a\n*b*', '<div a\n*b*'],
  ['<!a\n\nb', '<!a\n\nb'],
  ['<style>\na\n</style>\n\nb', 'b'],
])('what is text in Markdown is text: %j', async (typed, shown) => {
  const { text = '' } = await read(typed)
  expect(plainText('light', text)).toBe(shown)
})

test('what is nested too deep comes as typed, in a time that is no matter', async () => {
  const quotes = `${'> '.repeat(1000)}a`
  const { text = '', losses } = await read(quotes)
  expect(plainText('light', text)).toBe(quotes)
  expect(losses).toEqual(['The text is nested too deep: it comes without formatting.'])
  expect(await read(`${'<div>'.repeat(1000)}a\nb *c*`)).toEqual({
    text: 'a\nb \\*c\\*',
    losses: ['HTML that is too long or nested too deep has lost its formatting.'],
  })
  const notes = Array.from({ length: 2001 }, (_, index) => `[^${index}]`).join(' ')
  expect((await read(`${notes}\n\n[^1]: a`)).losses).toEqual([
    'The text has more than 2000 notes: they are part of it.',
  ])
})
