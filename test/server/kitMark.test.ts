import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { checkMark } from '#server/modules/site-kit/mark.ts'
import {
  animatedPng,
  colourAt,
  plainPicture,
  RING,
  SVG_NAMESPACE,
  svgWith,
} from '#test/helpers/fixtures/kitFiles.ts'

const PATH = '<path d="M8 8h80v80z"/>'
const check = (svg: string | Buffer) => checkMark(Buffer.from(svg))

describe('an SVG mark', () => {
  test('stays byte for byte', async () => {
    expect((await check(RING)).bytes.toString()).toBe(RING)
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
    'as %s writes it is drawn whole, as large as icons need it',
    async (program) => {
      const { draw, look } = await check(programs[program] ?? '')
      const { data, info } = await sharp(await draw('#00ff00'))
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect(Math.max(info.width, info.height)).toBe(1024)
      expect(data.some((one) => one > 100)).toBe(true)
      expect(look).toBe(program === 'one colour' ? 'plain' : 'coloured')
    },
  )

  test.each([
    [
      'plain',
      'black alone',
      '<path fill="#000000" style="stroke:black;fill-opacity:1" d="M8 8h80v80z"/>',
    ],
    ['plain', 'no colour', '<g fill="none" stroke="currentColor"><path d="M8 8h80v80z"/></g>'],
    ['plain', 'colours in a stencil', `<mask id="m"><path fill="#fff" d="M0 0h9"/></mask>${PATH}`],
    ['coloured', 'a colour', '<path fill="#010" d="M8 8h80v80z"/>'],
    ['coloured', 'a colour in a style', `<style>.a{ stroke : red }</style>${PATH}`],
    ['coloured', 'a gradient', `<linearGradient id="a"/>${PATH}`],
  ])('is %s with %s', async (look, _what, content) => {
    expect((await check(svgWith(content))).look).toBe(look)
  })

  test('has the colour of its place where it asks for it', async () => {
    const { draw } = await check(
      svgWith('<path fill="currentColor" d="M0 0h96v96H0z"/>', 'width="9mm" viewBox="0 0 96 96"'),
    )
    expect(await colourAt(await draw('#12ab34'), 500, 500)).toEqual([0x12, 0xab, 0x34, 255])
  })

  test.each([
    ['with a byte order mark', `\ufeff${svgWith(PATH)}`],
    ['that lies about its encoding', `<?xml version="1.0" encoding="UTF-16"?>${svgWith(PATH)}`],
    [
      'with a path of a program',
      svgWith(`<path xmlns:i="x:y" i:file="C:\\a.svg" d="M8 8h80v80z"/>`),
    ],
    [
      'with links in a namespace of nobody',
      svgWith(`<a:b xmlns:a="x:y" href="javascript:1"/>${PATH}`),
    ],
    ['with a script in a comment', svgWith(`<!-- <script/> -->${PATH}`)],
    ['with characters by number', svgWith('<path d="&#77;8 8h80v80&#x7a;"/>')],
  ])('%s is drawn as a plain one', async (_what, svg) => {
    const drawn = async (one: string) => (await check(one)).draw('#000')
    expect((await drawn(svg)).equals(await drawn(svgWith(PATH)))).toBe(true)
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
    ...['foreignObject', 'image', 'feImage', 'animateTransform', 'set', 'handler', 'text', 'a'].map(
      (name): [string, string] => [name, `<g><${name} href="#b">${PATH}</${name}></g>`],
    ),
    ['onload', '<g onload="alert(1)"/>'],
    ['ONLOAD', '<g ONLOAD="alert(1)"/>'],
    ['xlink:href', '<use xlink:href="javascript:alert(1)"/>'],
    ['href', '<use xlink:href="#a" href="java&#10;script:alert(1)"/>'],
    ['href', '<use href="data:image/svg+xml;base64,PHN2Zz4=#x"/>'],
    ['href', `<use href="${evil}"/>`],
    ['href', '<linearGradient href="//evil.example/a.svg#b"/>'],
    ['xml:base', `<g xml:base="javascript:alert(1)//">${PATH}</g>`],
    ['fill', `<path d="M0 0" fill="url(${evil})"/>`],
    ['fill', '<path d="M0 0" fill="url(&quot;//evil.example#a&quot;) red"/>'],
    ['mask', '<path d="M0 0" mask="url(data:image/svg+xml,x#a)"/>'],
    ['style', '<path d="M0 0" style="fill:u\\72l(#a)"/>'],
    ['style', `<path d="M0 0" style="fill:red;behavior:URL( '${evil}')"/>`],
    ['style', `<style>@import "${evil}";</style>`],
    ['style', '<style>@font-face{font-family:x}</style>'],
    ['style', `<style>.a{fill:red}<![CDATA[.b{fill:url(${evil})}]]></style>`],
    ['xml-stylesheet', `<?xml-stylesheet href="${evil}"?>`],
  ])('with %s in the wrong place is refused by this name: %s', async (element, content) => {
    const refused = { status: 400, code: 'mark_element' }
    await expect(check(svgWith(content))).rejects.toMatchObject(refused)
    await expect(check(svgWith(content))).rejects.toThrow(`“${element}”`)
  })

  test.each<[string, string, string]>([
    ['onload', 'at the root', svgWith(PATH, 'viewBox="0 0 96 96" onload="alert(1)"')],
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
    await expect(check(svg)).rejects.toThrow(`“${element}”`)
  })

  const utf16 = (text: string) => Buffer.from(text, 'utf16le')
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
    ['another root', '<a:svg xmlns:a="x:y"/>', 'mark_element'],
    ['65 kB', svgWith(`<!--${'x'.repeat(64 * 1024)}-->`), 'mark_too_large'],
    ['no size', svgWith(PATH, ''), 'mark_size'],
    ['a size alone', svgWith(PATH, 'width="96" height="96"'), 'mark_size'],
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

  test('is refused where nothing can draw it', async () => {
    const { draw } = await check(svgWith(`${'<g>'.repeat(5000)}${'</g>'.repeat(5000)}`))
    await expect(draw('#000')).rejects.toMatchObject({ status: 400, code: 'mark_too_complex' })
  })
})

describe('a PNG mark', () => {
  test('keeps its transparency and is reduced to what icons need', async () => {
    const png = await plainPicture(1500, 1500)
      .ensureAlpha(0.5)
      .withExif({ IFD0: { Copyright: 'Secret' } })
      .png()
      .toBuffer()
    const { kind, bytes } = await check(png)
    const { width, height, hasAlpha, exif } = await sharp(bytes).metadata()
    expect([kind, width, height, hasAlpha, exif]).toEqual(['png', 1024, 1024, true, undefined])
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
