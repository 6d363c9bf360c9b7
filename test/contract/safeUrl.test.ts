import { WEB_URL_PATTERN } from '#contract/fields.ts'
import { safeUrl } from '#shared/safeUrl.ts'

const KINDS = ['web', 'text', 'file'] as const
const kindsOf = (url: unknown) => KINDS.filter((kind) => safeUrl(url, kind) !== null)

describe('a URL from an untrusted source', () => {
  test.each([
    ['https://talk.example', ['web', 'text', 'file']],
    ['http://localhost:8080/api/files/1?x=2#y', ['web', 'text', 'file']],
    ['HTTPS://Talk.example/@ravens?a=b@c#d', ['web', 'text', 'file']],
    ['https://[2001:db8::1]/', ['web', 'text', 'file']],
    // Shown by its ASCII form where its host is shown.
    ['https://t\u0430lk.example/', ['web', 'text', 'file']],
    ['mailto:ann@example.org', ['text']],
    ['MAILTO:ann@example.org', ['text']],
    ['/discordia/rules?search=x', ['text', 'file']],
    ['files/1?x=2#y', ['file']],
    ['//cdn.example/a.webp', ['file']],
    ['/files/a picture.webp', ['file']],
  ])('%j may be %j', (url, kinds) => {
    expect(kindsOf(url)).toEqual(kinds)
    for (const kind of KINDS) expect([null, url]).toContain(safeUrl(url, kind))
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'javascript://talk.example/%0aalert(1)',
    'view-source:javascript:alert(1)',
    'data:text/html,<script>1</script>',
    'data:image/svg+xml;base64,PHN2Zz4=',
    'vbscript:x',
    'blob:http://localhost/1',
    'file:///etc/passwd',
    'ftp://talk.example/',
    'xhttp://talk.example/',
    'filesystem:http://localhost/x',
    'intent://scan/#Intent;scheme=zxing;end',
    'https://user:pass@evil.example/',
    'https://talk.example@evil.example/',
    'https://talk.example:443@evil.example/',
    'https://:@evil.example@evil.example/',
    '//user@evil.example/',
    '\\\\user@evil.example/',
    'mailto:',
    'https://',
    'https://?x',
    'http://[',
    'https://%/',
    'https://talk.example:99999/',
    '',
    '  ',
    null,
    undefined,
    7,
    {},
    ['https://talk.example/'],
  ])('%j is refused by every kind', (url) => {
    // Some kinds accept a path of the site, which a browser keeps on the site.
    expect(kindsOf(url)).toEqual([])
  })

  /* URLs that a browser accepts for the site or the web, but that mislead a person or another program. */
  test.each([
    ' https://talk.example/',
    'https://talk.example/ ',
    'https://talk.example/a b',
    'https://talk.example/\njavascript:alert(1)',
    'https://talk.example/\u202Egnp.exe',
    'https://talk.example/a\u200Bb',
    'https://talk.example/\u00AD',
    'https://talk.example\\@evil.example/',
    'https:\\\\evil.example/',
    'https:/evil.example/',
    'https:evil.example',
    'https:///evil.example/',
    '//evil.example/',
    '///evil.example/',
    '/\\evil.example/',
    '\\/evil.example/',
    '/\t/evil.example/',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'jav&#x09;ascript:alert(1)',
    'javascript%3Aalert(1)',
    'relative',
    '#fragment',
    '?query',
  ])('%j is no valid link of a person', (url) => {
    expect([safeUrl(url, 'web'), safeUrl(url, 'text')]).toEqual([null, null])
  })

  test('the pattern of the schemas admits every link', () => {
    const pattern = new RegExp(WEB_URL_PATTERN, 'u')
    for (const url of ['https://a', 'HTTP://a?b', 'https://a#b', 'https://a:1/@b'])
      expect([safeUrl(url), pattern.test(url)]).toEqual([url, true])
    for (const url of ['javascript:alert(1)', 'https://a@b', 'https://a/ b', 'https:a', '/a'])
      expect([safeUrl(url), pattern.test(url)]).toEqual([null, false])
  })
})
