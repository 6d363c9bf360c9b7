import { scrollToTop } from '#src/platform/page.ts'

test('scrolling returns nothing, whatever the browser returns: effects call what they get', () => {
  jest.spyOn(window, 'scrollTo').mockReturnValue(Promise.resolve() as unknown as undefined)
  expect(scrollToTop()).toBeUndefined()
})
