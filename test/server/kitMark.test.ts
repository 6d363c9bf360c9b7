import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { checkMark } from '#server/modules/site-kit/mark.ts'
import {
  animatedPng,
  plainPicture,
  RING,
  SVG_NAMESPACE,
  svgWith,
} from '#test/helpers/fixtures/kitFiles.ts'

const PATH = '<path d="M8 8h80v80z"/>'
const check = (svg: string | Buffer) => checkMark(Buffer.from(svg))
const normal = async (svg: string | Buffer) => (await check(svg)).bytes.toString()

describe('an SVG mark', () => {
  test('of our own stays byte for byte', async () => {
    expect(await normal(RING)).toBe(RING.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', ''))
  })

  /** As Inkscape, Illustrator and Figma write them. */
  const programs: Record<string, string> = {
    Inkscape: `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape -->
<svg width="64" height="80" viewBox="0 0 64 80" version="1.1" id="svg5" inkscape:version="1.3" sodipodi:docname="a.svg"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="${SVG_NAMESPACE}" xmlns:svg="${SVG_NAMESPACE}">
  <title>Secret</title>
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff"><inkscape:grid type="xygrid"/></sodipodi:namedview>
  <defs id="defs2"><linearGradient id="a"><stop style="stop-color:#aa0000;stop-opacity:1" offset="0"/><stop style="stop-color:#0000aa" offset="1"/></linearGradient>
  <linearGradient id="b" xlink:href="#a" xmlns:xlink="http://www.w3.org/1999/xlink" x1="0" x2="64" y1="0" y2="80" gradientUnits="userSpaceOnUse"/></defs>
  <metadata><rdf:RDF><rdf:li>Secret</rdf:li></rdf:RDF></metadata>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1">
    <rect style="fill:url(#b);stroke:#003300;stroke-width:4;stroke-dasharray:none;-inkscape-stroke:none;font-size:12px;paint-order:stroke fill" id="rect846" width="40" height="60" x="12" y="10" ry="6"/>
  </g>
</svg>`,
    Illustrator: `<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="${SVG_NAMESPACE}" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" viewBox="0 0 100 100" style="enable-background:new 0 0 100 100;" xml:space="preserve">
<style type="text/css"><![CDATA[
	.st0{fill:#E5312B;} /* red */
	.st0,.st1{stroke:#123456;stroke-width:2;}
	.st1{clip-path:url(#SVGID_2_);fill:#FFF}
]]></style>
<g><defs><circle id="SVGID_1_" cx="50" cy="50" r="40"/></defs>
<clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath>
<polygon class="st0" points="10,10 90,10 50,90 "/><rect class="st1" x="20" y="20" width="60" height="30"/></g>
</svg>`,
    Figma: `<svg width="48" height="48" viewBox="0 0 48 48" fill="none" xmlns="${SVG_NAMESPACE}">
<g clip-path="url(#clip0)" style="mix-blend-mode:normal"><mask id="mask 0" maskUnits="userSpaceOnUse"><path fill="white" d="M0 0h48v48H0z"/></mask>
<mask id="m1" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="4" y="4" width="40" height="40"><circle cx="24" cy="24" r="18" fill="#D9D9D9"/></mask>
<g mask="url(#m1)" fill-opacity=".9"><path fill-rule="evenodd" clip-rule="evenodd" d="M4 4h40v20H4zM10 30l4-4 20 20z" fill="rgb(10, 120, 90)"/></g></g>
<defs><clipPath id="clip0"><path fill="white" d="M0 0h48v40H0z"/></clipPath></defs></svg>`,
    'one colour': svgWith(
      `<mask id="m"><rect width="96" height="96" fill="#fff"/><circle cx="48" cy="48" r="9"/></mask>
<path mask="url(#m)" d="M8 8h80v80z" fill="#000"/><path d="M8 90h80" stroke="black"/>`,
    ),
  }
  test.each(Object.keys(programs))(
    'as %s writes it looks the same in its normal form, which is final',
    async (program) => {
      const original = programs[program] ?? ''
      const kept = await normal(original)
      const draw = (svg: string) => {
        const sized = svg.replace(
          /<svg(?: width="\d+" height="\d+")?/,
          '<svg width="200" height="200"',
        )
        return sharp(Buffer.from(sized)).raw().toBuffer()
      }
      expect((await draw(kept)).equals(await draw(original))).toBe(true)
      expect(kept).not.toMatch(/Secret|inkscape|class|style|<!|<\?/)
      expect(await normal(kept)).toBe(kept)
    },
  )

  test('without a colour of its own takes the colour of its place, not in what masks it', async () => {
    const kept = await normal(programs['one colour'] ?? '')
    expect(kept).toContain('fill="currentColor"')
    expect(kept).toContain('stroke="currentColor"')
    expect(kept).toContain(
      '<mask id="own-mark-1" fill="#000"><rect width="96" height="96" fill="#fff"/>',
    )
  })

  test.each([
    ['with a byte order mark', `\ufeff${svgWith(PATH)}`],
    ['that lies about its encoding', `<?xml version="1.0" encoding="UTF-16"?>${svgWith(PATH)}`],
    [
      'with a prefix',
      `<s:svg xmlns:s="${SVG_NAMESPACE}" viewBox="0 0 96 96"><s:path d="M8 8h80v80z"/></s:svg>`,
    ],
    ['with a size alone', svgWith(PATH, 'width="96px" height="96"')],
    ['with another base', svgWith(PATH, 'viewBox="0 0 96 96" xml:base="javascript:alert(1)//"')],
    [
      'with links in a namespace of nobody',
      svgWith(`<a:b xmlns:a="x:y" href="javascript:1"/>${PATH}`),
    ],
    ['with a script in an instruction', svgWith(`<?php alert(1) ?>${PATH}`)],
    ['with a script in a comment', svgWith(`<!-- <script/> -->${PATH}`)],
    ['with characters by number', svgWith('<path d="&#77;8 8h80v80&#x7a;"/>')],
    ['with text that nothing shows', svgWith(`alert(1)<![CDATA[<script>]]>${PATH}`)],
  ])('%s is a plain one afterwards', async (_what, svg) => {
    expect(await normal(svg)).toBe(await normal(svgWith(PATH)))
  })

  const XHTML = 'xmlns:h="http://www.w3.org/1999/xhtml"'
  const evil = 'https://evil.example/a.svg#b'
  test.each<[string, string]>([
    ['script', '<script>alert(1)</script>'],
    ['script', '<script xlink:href="data:,alert(1)"/>'],
    ['SCRIPT', '<SCRIPT>alert(1)</SCRIPT>'],
    ['s:script', `<s:script xmlns:s="${SVG_NAMESPACE}">alert(1)</s:script>`],
    ['h:script', `<h:script ${XHTML}>alert(1)</h:script>`],
    ['h:iframe', `<metadata><h:iframe ${XHTML} src="//evil.example"/></metadata>`],
    ['script', '<title><script>alert(1)</script></title>'],
    ['script', '<a:b xmlns:a="x:y"><script>alert(1)</script></a:b>'],
    ['script', '<a:b xmlns:a="x:y"><script xmlns="">alert(1)</script></a:b>'],
    ['p', '<p xmlns="">Hello</p>'],
    ...[
      'foreignObject',
      'iframe',
      'image',
      'feImage',
      'filter',
      'animate',
      'set',
      'handler',
      'text',
    ].map((name): [string, string] => [name, `<${name} href="${evil}" attributeName="href"/>`]),
    ...[
      'animateTransform',
      'switch',
      'svg',
      'symbol',
      'pattern',
      'marker',
      'a',
      'link',
      'audio',
    ].map((name): [string, string] => [
      name,
      `<g><${name} href="javascript:alert(1)">${PATH}</${name}></g>`,
    ]),
    ['onload', '<g onload="alert(1)"/>'],
    ['onclick', '<path d="M0 0" onclick="alert(1)"/>'],
    ['ONLOAD', '<g ONLOAD="alert(1)"/>'],
    ['onbegin', '<g onbegin="none"/>'],
    ['href', '<use xlink:href="javascript:alert(1)"/>'],
    ['href', '<use xlink:href="#a" href="java&#10;script:alert(1)"/>'],
    ['href', '<use href="&#106;avascript&#58;alert(1)"/>'],
    ['href', '<use href="data:image/svg+xml;base64,PHN2Zz4=#x"/>'],
    ['href', `<use href="${evil}"/>`],
    ['href', '<linearGradient href="//evil.example/a.svg#b"/>'],
    ['#b', '<use href="#b"/>'],
    ['fill', `<path d="M0 0" fill="url(${evil})"/>`],
    ['fill', '<path d="M0 0" fill="url(&quot;//evil.example#a&quot;) red"/>'],
    ['fill', '<path d="M0 0" fill="&quot;/&gt;&lt;script&gt;"/>'],
    ['mask', '<path d="M0 0" mask="url(data:image/svg+xml,x#a)"/>'],
    ['clip-path', `<path d="M0 0" style="clip-path:url(${evil})"/>`],
    ['fill', '<path d="M0 0" style="fill:u\\72l(#a)"/>'],
    ['background', `<path d="M0 0" style="background:url(${evil})"/>`],
    ['behavior', `<path d="M0 0" style="fill:red;behavior:url(${evil})"/>`],
    ['-moz-binding', `<path d="M0 0" style="-moz-binding:url(${evil})"/>`],
    ['fill', '<path d="M0 0" style="fill:expression(alert(1))"/>'],
    ['fill', '<path d="M0 0" style="fill:var(--color-night)"/>'],
    ['style', '<path d="M0 0" style="d:path(x)"/>'],
    ['style', '<path d="M0 0" style="fill:red/* "/>'],
    ['style', `<style>@import url(${evil});</style>`],
    ['style', '<style>@font-face{font-family:x;src:url(//evil.example)}</style>'],
    ['style', '<style>path{fill:red}</style>'],
    ['style', '<style>.a>.b{fill:red}</style>'],
    ['style', '<style><![CDATA[*{fill:red}]]></style>'],
    ['style', '<style>.a{fill:red</style>'],
    ['fill', `<style>.a{fill:url(${evil})}</style>`],
    ['filter', '<g filter="url(#f)"/>'],
    ['mix-blend-mode', '<g style="mix-blend-mode:screen"/>'],
    ['stroke-dasharray', '<path d="M0 0h9" stroke-dasharray="0.000001"/>'],
    ['d', '<path d="M0 0h1000000000"/>'],
    ['transform', '<g transform="scale(1e99)"/>'],
    ['transform', '<g transform="url(#a)"/>'],
    ['width', '<rect width="calc(1px)"/>'],
    ['xml-stylesheet', `<?xml-stylesheet href="${evil}"?>`],
  ])('with %s in the wrong place is refused by this name: %s', async (element, content) => {
    const refused = { status: 400, code: 'mark_element', element }
    await expect(check(svgWith(content))).rejects.toMatchObject(refused)
    await expect(check(svgWith(content))).rejects.toThrow(`“${element}”`)
  })

  test.each<[string, string, string]>([
    ['onload', 'at the root', svgWith(PATH, 'viewBox="0 0 96 96" onload="alert(1)"')],
    ['transform', 'at the root', svgWith(PATH, 'viewBox="0 0 96 96" transform="scale(2)"')],
    [
      '!DOCTYPE',
      'with billions of laughs',
      `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>${svgWith('<path d="&b;"/>')}`,
    ],
    [
      '!DOCTYPE',
      'that reads a file',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svgWith('&x;')}`,
    ],
    [
      '!DOCTYPE',
      'with attributes by default',
      `<!DOCTYPE svg SYSTEM "x" [<!ATTLIST svg onload CDATA "alert(1)">]>${svgWith(PATH)}`,
    ],
    ['html', 'in a page', '<html><svg/></html>'],
  ])('%s %s is refused by this name', async (element, _where, svg) => {
    await expect(check(svg)).rejects.toMatchObject({ code: 'mark_element', element })
  })

  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
  /** Each group draws the one before it many times. */
  const bomb = (attribute: (id: string) => string, times = 8, element = 'use') =>
    svgWith(
      `<g id="x0">${PATH}</g>${Array.from(
        { length: 12 },
        (_, at) => `<g id="x${at + 1}">${`<${element} ${attribute(`x${at}`)}/>`.repeat(times)}</g>`,
      ).join('')}`,
    )
  const masks = (depth: number) =>
    Array.from(
      { length: depth },
      (_, at) => `<mask id="m${at + 1}"><g mask="url(#m${at})">${PATH}</g></mask>`,
    ).join('')
  test.each<[string, string | Buffer, string]>([
    ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(RING)]), 'mark_kind'],
    ['UTF-16 without a mark', utf16(RING), 'mark_broken'],
    ['UTF-7', '+ADw-svg+AD4-', 'mark_kind'],
    ['bytes that are no UTF-8', Buffer.from(`${RING}\xe9`, 'latin1'), 'mark_kind'],
    ['a compressed SVG', gzipSync(RING), 'mark_kind'],
    ['text', 'no mark', 'mark_kind'],
    ['nothing', '', 'mark_kind'],
    ['an entity of HTML', svgWith('<path d="&nbsp;"/>'), 'mark_broken'],
    ['a name by numbers', svgWith('<&#115;cript/>'), 'mark_broken'],
    ['an unclosed element', svgWith('<g>'), 'mark_broken'],
    ['two roots', RING + RING, 'mark_broken'],
    ['an attribute twice', svgWith('<g fill="red" fill="blue"/>'), 'mark_broken'],
    ['an attribute of HTML', svgWith('<g fill=red/>'), 'mark_broken'],
    ['an unknown prefix', svgWith('<x:script/>'), 'mark_broken'],
    ['a NUL', svgWith('<g fill="\0"/>'), 'mark_broken'],
    ['another root', '<a:svg xmlns:a="x:y"/>', 'mark_broken'],
    ['65 kB', svgWith(`<!--${'x'.repeat(64 * 1024)}-->`), 'mark_too_large'],
    ['10,000 levels', svgWith(`${'<g>'.repeat(5000)}${'</g>'.repeat(5000)}`), 'mark_too_complex'],
    ['8 to the 12th uses', bomb((id) => `href="#${id}"`), 'mark_too_complex'],
    ['masks of masks', svgWith(masks(100)), 'mark_element'],
    ['masks of masks of a shape', svgWith(`<mask id="m0"/>${masks(100)}`), 'mark_too_complex'],
    ['300 layers', svgWith('<g opacity=".5"/>'.repeat(300)), 'mark_too_complex'],
    ['a use of itself', svgWith('<g id="a"><use href="#a"/></g>'), 'mark_too_complex'],
    [
      'uses of each other',
      svgWith('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
      'mark_too_complex',
    ],
    ['a mask of itself', svgWith(`<mask id="a" mask="url(#a)">${PATH}</mask>`), 'mark_too_complex'],
    [
      'gradients of each other',
      svgWith('<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'),
      'mark_too_complex',
    ],
    ['no size', svgWith(PATH, ''), 'mark_size'],
    ['a size in other units', svgWith(PATH, 'width="100%" height="100%"'), 'mark_size'],
    ...[
      '0 0 0 96',
      '0 0 -9 9',
      '0 0 1e9 1e9',
      '-1e300 0 9 9',
      'a b c d',
      '0 0 9',
      '0 0 9 9 9',
      '0 0 NaN NaN',
    ].map((box): [string, string, string] => [
      `the viewBox ${box}`,
      svgWith(PATH, `viewBox="${box}"`),
      'mark_size',
    ]),
    ['a long shape', svgWith(PATH, 'viewBox="0 0 96 60"'), 'mark_shape'],
  ])('with %s is refused', async (_what, svg, code) => {
    await expect(check(svg)).rejects.toMatchObject({ status: 400, code })
  })

  test('has allowed elements, plain attributes and references to itself alone, whatever was put together', async () => {
    const pieces = [
      ...[
        '<g>',
        '</g>',
        '<use ',
        '/>',
        '<path ',
        '<mask id="a">',
        '</mask>',
        '<style>',
        '</style>',
      ],
      ...[
        'href="#a"',
        'fill="url(#a)"',
        'style="',
        '"',
        'fill:red;',
        '.a{',
        '}',
        'class="a" ',
        '>',
      ],
      ...[
        '<script>',
        'onload="x"',
        'xlink:href="javascript:1"',
        'url(//x)',
        '<![CDATA[',
        ']]>',
        '<!--',
      ],
      ...[
        '-->',
        '&lt;',
        '&#60;',
        'id="a" ',
        '<a:b xmlns:a="x">',
        '</a:b>',
        "d='M0 0'",
        'fill="#f00" ',
      ],
    ]
    const tags = /^(?:<\/?(?:svg|g|use|path|mask)(?: [a-zA-Z-]+="[^"<>&]*")*\/?>)+$/
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 9 }), async (parts) => {
        const kept = await normal(svgWith(parts.join(''))).catch(() => null)
        if (kept === null) return
        expect(kept).toMatch(tags)
        expect(kept).not.toMatch(/ (on|style|class)|script|\/\/x|(href="|url\()(?!#own-mark-\d)/)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a PNG mark', () => {
  test('keeps its transparency and is reduced to what icons need', async () => {
    const png = await plainPicture(1500, 1500)
      .ensureAlpha(0.5)
      .withExif({ IFD0: { Copyright: 'Secret' } })
      .png()
      .toBuffer()
    const { kind, bytes, box } = await check(png)
    expect([kind, box]).toEqual(['png', { x: 0, y: 0, width: 1024, height: 1024 }])
    const { hasAlpha, exif } = await sharp(bytes).metadata()
    expect([hasAlpha, exif]).toEqual([true, undefined])
  })

  test.each<[string, () => Promise<Buffer>, string]>([
    ['animated', () => animatedPng(), 'picture_animated'],
    ['too small', () => plainPicture(600, 511).png().toBuffer(), 'picture_too_small'],
    ['too long', () => plainPicture(3000, 600).png().toBuffer(), 'mark_shape'],
    [
      'half there',
      async () => (await plainPicture(600, 600).png().toBuffer()).subarray(0, 200),
      'picture_broken',
    ],
    ['a JPEG', () => plainPicture(600, 600).jpeg().toBuffer(), 'mark_kind'],
  ])('that is %s is refused', async (_what, make, code) => {
    await expect(check(await make())).rejects.toMatchObject({ status: 400, code })
  })
})
