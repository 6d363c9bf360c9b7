import fc from 'fast-check'
import { parseLight } from '#server/text/light.ts'
import { lightOf } from '#shared/htmlText.ts'
import { tableOf } from '#shared/textEditing.ts'

test.each([
  ['headings', '<h1>A</h1><h3>B<br>c</h3>', '# A\n\n### B c'],
  ['paragraphs', '<p>a\n b</p><div>c<br>d</div>', 'a b\n\nc\nd'],
  ['marks', '<b>a</b> <strong>b</strong> <i>c</i> <em>d</em>', '**a** **b** *c* *d*'],
  ['a list', '<ul><li>a</li><li><p>b</p><ul><li>c</li></ul></li></ul>', '- a\n- b\n\n  - c'],
  ['numbers', '<ol><li>a<li>b</ol><ol start="7"><li>c</ol>', '1. a\n2. b\n\n7. c'],
  ['an item without a list', 'a<li>b</li>', 'a\n- b'],
  ['a quote', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n> \n> b'],
  ['a line', 'a<hr>b', 'a\n\n---\n\nb'],
  ['definitions', '<dl><dt>A<dd><p>a</p><p>b</p><dt>B<dd>c</dl>', 'A\n: a\n\n    b\n\nB\n: c'],
  ['a summary', '<details><summary>a</summary>b</details>', 'a\n\nb'],
  ['lines as they are', '<pre>a\n  b</pre>', 'a\n  b'],
  ['text within code', 'a <code>b</code> <kbd>c</kbd>', 'a b c'],
  ['entities', '&lt;b&gt; &amp; &eacute;', '<b> & é'],
])('%s of HTML become %j', (_what, html, text) => {
  expect(lightOf(html)).toBe(text)
})

test.each(['script', 'style', 'title', 'noscript', 'template', 'iframe', 'object', 'svg'])(
  '%s is left out with all that is in it',
  (tag) => {
    expect(lightOf(`<p>a</p><${tag}>alert(1)</${tag}><!-- b --><p>c</p>`)).toBe('a\n\nc')
  },
)

test.each([
  ['a web page', '<a href="https://x.test/a?b=1#c">x</a>', '[x](https://x.test/a?b=1#c)'],
  ['a page of the site', '<a href="/rules">x</a>', '[x](/rules)'],
  ['an email address', '<a href="mailto:a@x.test">x</a>', '[x](mailto:a@x.test)'],
  ['brackets', '<a href="https://x.test/a (b)">x</a>', '[x](https://x.test/a%20%28b%29)'],
  ['a script', '<a href="javascript:alert(1)">x</a>', 'x'],
  ['a script in other letters', '<a href=" JaVa&#09;Script:alert(1)">x</a>', 'x'],
  ['data', '<a href="data:text/html,x">x</a>', 'x'],
  ['a password', '<a href="https://a:b@x.test/">x</a>', 'x'],
  ['a place of the page', '<a href="#a">x</a>', 'x'],
  ['too many characters', `<a href="https://x.test/${'a'.repeat(2000)}">x</a>`, 'x'],
  ['nothing', '<a href="">x</a><a>y</a>', 'xy'],
  ['without words', 'a<a href="https://x.test/"></a>', 'a'],
  ['around blocks', '<a href="https://x.test/"><h2>x</h2><p>y</p></a>', '## x\n\ny'],
])('a link to %s: %s', (_what, html, text) => {
  expect(lightOf(html)).toBe(text)
})

describe('a picture', () => {
  test('of elsewhere becomes a link to it, and one without an address its words', () => {
    expect(lightOf('<img src="https://x.test/i (1).png" alt="a\n*b*">')).toBe(
      String.raw`[a \*b\*](https://x.test/i%20%281%29.png)`,
    )
    expect(lightOf('<img src="https://x.test/i.png">')).toBe(
      '[https://x.test/i.png](https://x.test/i.png)',
    )
    expect(lightOf('a <img src="data:image/png;base64,AA" alt="b">')).toBe('a b')
    expect(lightOf('<a href="https://x.test/"><img src="https://x.test/i.png" alt="a"></a>')).toBe(
      '[a](https://x.test/i.png)',
    )
  })

  test('becomes what the caller makes of it', () => {
    expect(lightOf('<img src="i.png" alt="a"> <img>', (src, alt) => `![${alt}](${src})`)).toBe(
      '![a](i.png) ![]()',
    )
  })
})

describe('a table', () => {
  test('has its first row as the head, spans as empty cells, and its caption before it', () => {
    const html = `<table><caption>Prices</caption><thead><tr><th>Name<th colspan="2">Price</thead>
      <tr><td>Ro|pe<td>5<td>gold<br>coins<tr><td><td></td></tr><tr><td>Lamp<td>7</table>`
    expect(lightOf(html)).toBe(
      [
        'Prices',
        '',
        '| Name | Price |  |',
        '| --- | --: | --- |',
        String.raw`| Ro\|pe | 5 | gold coins |`,
        '| Lamp | 7 |  |',
      ].join('\n'),
    )
  })

  test('of one column, or of one row, is a layout', () => {
    expect(lightOf('<table><tr><td>a<tr><td><p>b</p><p>c</p></table>')).toBe('a\n\nb\n\nc')
    expect(lightOf('<table><tr><td>a<td>b</table>')).toBe('a\n\nb')
    expect(lightOf('<table></table>')).toBe('')
  })

  test('around another table is a layout', () => {
    const inner = '<table><tr><td>a<td>b<tr><td>c<td>d</table>'
    const html = `<table><tr><td>x<td>${inner}<tr><td>y<td>z</table>`
    expect(lightOf(html)).toBe('x\n\n| a | b |\n| --- | --- |\n| c | d |\n\ny\n\nz')
  })

  test('has a cell of a thousand columns bounded', () => {
    const html = '<table><tr><td colspan="1000000">a<tr><td>b<td>c</table>'
    expect(lightOf(html).split('\n')[1]?.split('---')).toHaveLength(51)
  })
})

describe('programs', () => {
  test('that wrap all in an element for bold text do not make it bold', () => {
    expect(lightOf('<b style="font-weight:normal;"><p>a <b>c</b></p></b>')).toBe('a **c**')
    expect(lightOf('<b><p>a</p><p>b</p></b>')).toBe('a\n\nb')
  })

  test.each([
    [
      '<b style="font-weight:normal;"><p><span style="font-weight:700;">Bold</span><span style="font-weight:400;"> normal </span><span style="font-style:italic;">italic</span></p></b>',
      '**Bold** normal *italic*',
    ],
    [
      '<span style="font-weight: bold">Bo</span><span style="font-weight: bold">ld</span>',
      '**Bold**',
    ],
    ['<b>a <span style="font-weight:400">x</span> c</b>', '**a** x **c**'],
    ['<b><strong>a</strong></b><em>b</em>', '**a***b*'],
    ['<p style="font-style:italic">a</p>', '*a*'],
    ['<span style="text-decoration: line-through">a</span> <s>b</s>', '~~a~~ ~~b~~'],
    ['<span style="vertical-align:super">2</span><sub>x</sub>', String.raw`²\_x`],
    ['<span style="font-weight:400;font-style:normal">a</span>', 'a'],
  ])('that mark words by styles keep the marks: %s', (html, text) => {
    expect(lightOf(html)).toBe(text)
  })

  test('that write items as paragraphs have a list', () => {
    const item = (sign: string, text: string) =>
      `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span>${sign}<span>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`
    expect(lightOf(`<p>a</p>${item('·', 'b')}${item('o', 'c')}<p>d</p>`)).toBe('a\n\n- b\n- c\n\nd')
    expect(lightOf(item('1.', 'b') + item('2)', 'c'))).toBe('1. b\n2. c')
  })
})

test.each([
  '<p>**a** _b_ [c](/d) ![e](/f) [^1] \\*</p>',
  '<p># a</p><p>- b</p><p>1. c</p><p>&gt; d</p><p>+ e</p><p>---</p>',
  '<p>Term</p><p>: a</p><p>Term<br>: a</p><p>Term<br>~ a</p>',
  '<p>a | b<br>--- | ---<br>1 | 2</p><p>| a |<br>| --- |</p>',
  '<pre># a\n- b\n1. c\n&gt; d\n| a |\n| --- |\n**e**\n: f</pre>',
  '<code>**a** [b](/c)</code>',
  `${'<div>'.repeat(300)}# a **b** [c](/d)`,
])('characters of %j that would be formatting stay text', (html) => {
  const blocks = parseLight(lightOf(html)) ?? []
  for (const block of blocks) {
    expect(block.type).toBe('paragraph')
    if (block.type === 'paragraph')
      expect(block.runs.filter((run) => typeof run !== 'string')).toEqual([])
  }
})

describe('HTML that is nested deeper than pages are', () => {
  test.each(['div', 'blockquote', 'b', 'ul', 'table'])('becomes its words: %s', (tag) => {
    const [start, end] = [`<script>x</script><${tag}>`, `</${tag}>`]
    const html = `${start.repeat(1000)}a &lt; *b*${end.repeat(1000)}`
    expect(lightOf(html)).toBe(String.raw`a < \*b\*`)
  })

  test('is none with a thousand elements that need no end, or are ended', () => {
    expect(lightOf(`<ul>${'<li>a'.repeat(1000)}</ul>`).split('\n')).toHaveLength(1000)
    expect(lightOf('a<br>'.repeat(1000)).split('\n')).toHaveLength(1000)
    expect(lightOf('<p><b>a</b></p>'.repeat(1000))).toContain('**a**\n\n**a**')
  })
})

test('cells of a table that is made for a text are those that readers see', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab1 |.,%é🎲\n') }).map((cell) => `x${cell}`)
  const width = fc.integer({ min: 1, max: 6 })
  const rows = width.chain((size) =>
    fc.array(fc.array(text, { minLength: size, maxLength: size }), { minLength: 1, maxLength: 8 }),
  )
  fc.assert(
    fc.property(rows, (cells) => {
      const expected = cells.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim()))
      const [table] = parseLight(tableOf(cells)) ?? []
      if (table?.type !== 'table') throw new Error(`No table: ${tableOf(cells)}`)
      expect([table.head, ...table.rows].map((row) => row.map(([run]) => run))).toEqual(expected)
    }),
  )
})
