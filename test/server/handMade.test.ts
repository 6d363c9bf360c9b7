import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDotEnv } from '#server/config/dotEnv.ts'
import { jsonOf, textOf } from '#server/text/handMade.ts'

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

test('text is read without its byte order mark, in UTF-8 and in UTF-16', () => {
  for (const bytes of [
    Buffer.from('Grüße\r\n'),
    Buffer.from('\uFEFFGrüße\r\n'),
    utf16('Grüße\r\n'),
    utf16('Grüße\r\n', true),
  ])
    expect(textOf(bytes)).toBe('Grüße\r\n')
  expect(textOf(Buffer.alloc(0))).toBe('')
})

test('bytes of another encoding are refused, not replaced', () => {
  expect(() => textOf(Buffer.from('Grüße', 'latin1'))).toThrow(
    'This file isn’t UTF-8 text. Save it as UTF-8.',
  )
  expect(() => jsonOf(Buffer.from('{"a":"ü"}', 'latin1'))).toThrow('UTF-8')
})

test.each([
  ['{"a":1,\n"b":2,\n"a":3}', 'a', 3],
  ['[{"x":{"a":1}},\n{"a":[{"b":1,"c":"b\\":","b":2}]}]', 'b', 2],
  ['{"\\u0061":1,"a":2}', 'a', 1],
  ['{"a":[1,{}],\n"b":{"c":[]},"a":\n3\n}\n', 'a', 2],
  [`{"${'n'.repeat(200)}":1,"${'n'.repeat(200)}":2}`, 'n'.repeat(120), 1],
])('a repeated name of an object is an error with its place: %s', (json, name, line) => {
  expect(() => jsonOf(Buffer.from(json))).toThrow(
    `“${name}” appears twice in one object. The second one is in line ${line}.`,
  )
})

test('the same name in other objects, and in texts, is not a repetition', () => {
  const json = '[{"a":1},{"a":{"a":"\\"a\\": {"}},["a","a"],{"b":"a","a":"b"}]'
  expect(jsonOf(Buffer.from(`\uFEFF${json}\n`))).toEqual(JSON.parse(json))
  const apart = '{"x":{"b":1},"b":[{"c":1}],"c":{}}'
  expect(jsonOf(Buffer.from(apart))).toEqual(JSON.parse(apart))
  expect(() => jsonOf(Buffer.from('{"a":}'))).toThrow(SyntaxError)
})

test.each([
  ['UTF-8 with a byte order mark', (text: string) => `\uFEFF${text}`],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
])(
  'a file of settings in %s with the line ends of Windows counts from its first line on',
  (_what, bytes) => {
    const { dataDir } = { dataDir: mkdtempSync(join(tmpdir(), 'settings-')) }
    writeFileSync(
      join(dataDir, 'settings.env'),
      bytes('PORT=5332\r\nMAIL_FROM=Würfel <a@b.example>\r\n'),
    )
    const env: Record<string, string | undefined> = { DATA_DIR: dataDir }
    loadDotEnv(env)
    rmSync(dataDir, { recursive: true })
    expect(env).toMatchObject({ PORT: '5332', MAIL_FROM: 'Würfel <a@b.example>' })
  },
)
