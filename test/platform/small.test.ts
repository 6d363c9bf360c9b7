import { isDebugging } from '#src/platform/debugSwitch.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { draw } from '#src/platform/random.ts'
import { safeUrl } from '#src/platform/safeUrl.ts'
import { saveFile } from '#src/platform/saveFile.ts'

test.each([
  'https://cdn.example/a.webp',
  'http://localhost/api/files/1',
  '/api/files/1',
  'files/1?x=2#y',
  '//cdn.example/a.webp',
])('%s may be shown', (address) => {
  expect(safeUrl(address)).toBe(address)
})

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  'blob:http://localhost/1',
  'file:///etc/passwd',
  'https://user:pass@evil.example/',
  'http://[',
  '',
  '  ',
  null,
  undefined,
  7,
  {},
])('%j may not', (address) => {
  expect(safeUrl(address)).toBeNull()
})

describe('draw', () => {
  test('takes different items, by the generator that it is given', () => {
    expect(draw(['a', 'b', 'c', 'd'], 3, () => 0)).toEqual(['a', 'b', 'c'])
    expect(draw(['a', 'b', 'c', 'd'], 3, () => 0.999)).toEqual(['d', 'c', 'b'])
  })

  test('takes what there is and leaves the list alone', () => {
    const items = [1, 2]
    expect(draw(items, 3).toSorted()).toEqual([1, 2])
    expect(items).toEqual([1, 2])
    expect(draw([], 3)).toEqual([])
  })
})

describe('the switch of the developer tools', () => {
  test('is not needed while developing', () => {
    expect(isDebugging('', false)).toBe(true)
  })

  test('is off in production, on after ?devtools, until ?devtools=off', () => {
    expect(isDebugging('', true)).toBe(false)
    expect(isDebugging('?devtools', true)).toBe(true)
    expect(isDebugging('?other=1', true)).toBe(true)
    expect(isDebugging('?devtools=off', true)).toBe(false)
    expect(isDebugging('', true)).toBe(false)
  })

  test('works for one page where nothing can be kept', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(isDebugging('?devtools', true)).toBe(true)
    expect(isDebugging('', true)).toBe(false)
  })
})

test('the API lives under the origin of the page by default', () => {
  expect(apiBaseUrl()).toBe('http://localhost/api')
})

test('a file is saved under its name, and its URL is revoked', () => {
  jest.useFakeTimers()
  const revoke = jest.fn()
  Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: revoke })
  const clicked: string[] = []
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(`${this.download} ${this.href}`)
  })
  saveFile(new Blob(['x']), 'sheet.pdf')
  expect(clicked).toEqual(['sheet.pdf blob:one'])
  expect(document.querySelector('a')).toBeNull()
  jest.runAllTimers()
  jest.useRealTimers()
  expect(revoke).toHaveBeenCalledWith('blob:one')
})
