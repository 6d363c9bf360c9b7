import { keepEarlyInput } from '#src/platform/earlyInput.ts'

/* React's part, which takes over the fields, is in test/e2e/rendered.test.ts. */

const page = (html: string) => {
  document.body.innerHTML = html
  return document.body
}
afterEach(() => {
  document.body.innerHTML = ''
})

test('a press before the scripts submits nothing, and the last one is repeated once', () => {
  const body = page('<form><button id="first">a</button><button id="last"><i>b</i></button></form>')
  const submitted = jest.fn((event: Event) => event.preventDefault())
  body.addEventListener('submit', submitted)
  const end = keepEarlyInput()
  body.querySelector<HTMLElement>('#first')?.click()
  body.querySelector<HTMLElement>('#last i')?.click()
  expect(submitted).not.toHaveBeenCalled()
  const pressed: string[] = []
  body.addEventListener('click', ({ target }) => pressed.push((target as Element).id))
  end()()
  expect(pressed).toEqual(['last'])
  expect(submitted).toHaveBeenCalledTimes(1)
})

test('a button that is gone is not pressed', () => {
  const body = page('<button>a</button>')
  const end = keepEarlyInput()
  const button = body.querySelector('button')
  button?.click()
  const heard = jest.fn()
  button?.addEventListener('click', heard)
  button?.remove()
  end()()
  expect(heard).not.toHaveBeenCalled()
})

test('links and other elements are left alone', () => {
  const body = page('<a href="#x">a</a>')
  keepEarlyInput()
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  body.querySelector('a')?.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(false)
})

test('what was typed and chosen is told again; untouched fields are not', () => {
  const body = page(
    '<input id="text" value="old"><textarea id="area"></textarea><input id="box" type="checkbox" checked><input id="same" value="x">',
  )
  const end = keepEarlyInput()
  const field = (id: string) => body.querySelector<HTMLInputElement>(`#${id}`)
  for (const [id, value] of [
    ['text', 'new'],
    ['area', 'lines'],
  ] as const) {
    Object.assign(field(id) ?? {}, { value })
    field(id)?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field('box')?.click()
  const told: string[] = []
  for (const type of ['input', 'change'])
    body.addEventListener(type, ({ target }) => told.push((target as Element).id))
  end()()
  expect(new Set(told)).toEqual(new Set(['text', 'area', 'box']))
  expect([field('text')?.value, field('area')?.value, field('box')?.checked]).toEqual([
    'new',
    'lines',
    false,
  ])
})
