import { printAlone } from '#src/platform/printAlone.ts'

const visible = () =>
  [...document.querySelectorAll<HTMLElement>('[id]')]
    .filter((element) => !element.closest('[hidden]'))
    .map(({ id }) => id)

test('one element is printed, and the page is as before after that', () => {
  document.body.innerHTML = `
    <p id="header"></p>
    <main id="main"><p id="other"></p><div id="panel"><p id="code"></p></div><p id="gone" hidden></p></main>`
  const before = visible()
  const stop = printAlone(document.querySelector<HTMLElement>('#panel') as HTMLElement)
  window.dispatchEvent(new Event('beforeprint'))
  expect(visible()).toEqual(['main', 'panel', 'code'])
  window.dispatchEvent(new Event('afterprint'))
  expect(visible()).toEqual(before)

  stop()
  window.dispatchEvent(new Event('beforeprint'))
  expect(visible()).toEqual(before)
})
