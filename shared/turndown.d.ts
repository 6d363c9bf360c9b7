/** The part of the library that `htmlText.ts` uses; its published types need those of a browser. */
declare module 'turndown' {
  export type Element = {
    readonly nodeName: string
    readonly textContent: string | null
    readonly parentNode: Element | null
    readonly getAttribute: (name: string) => string | null
  }
  export type Rule = {
    readonly filter: string | readonly string[] | ((node: Element) => boolean)
    readonly replacement: (content: string, node: Element) => string
  }
  export default class TurndownService {
    constructor(options: Readonly<Record<string, string>>)
    addRule(name: string, rule: Rule): this
    remove(filter: string | readonly string[]): this
    turndown(html: string): string
  }
}
