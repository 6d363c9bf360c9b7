/** The types of the package have the name of another one. */
declare module '@mixmark-io/domino' {
  export type Element = {
    textContent: string
    innerHTML: string
    outerHTML: string
    readonly parentElement: Element | null
    readonly getAttribute: (name: string) => string | null
    readonly setAttribute: (name: string, value: string) => void
    readonly removeAttribute: (name: string) => void
    readonly querySelector: (selector: string) => Element | null
    readonly querySelectorAll: (selector: string) => ArrayLike<Element>
    readonly closest: (selector: string) => Element | null
    readonly appendChild: (child: Element) => void
    readonly remove: () => void
  }
  type Document = Pick<Element, 'querySelector' | 'querySelectorAll'> & {
    readonly title: string
    readonly documentElement: Element
    readonly createTextNode: (text: string) => Element
  }
  const domino: { readonly createDocument: (html: string) => Document }
  export default domino
}
