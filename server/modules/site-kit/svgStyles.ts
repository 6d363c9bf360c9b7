import { ATTRIBUTES, hasSaneNumbers, isProperty, isWithoutEffect, patterns } from './svgAllowed.ts'
import { refusedElement, type SvgNode } from './svgTree.ts'

type Declarations = ReadonlyMap<string, string>
/** Class -> what its rules declare. */
export type Rules = ReadonlyMap<string, Declarations>

const CLASS = /^\.[\w-]+$/
/** Numbers of these are limited; those of colours and names are no sizes. */
const MEASURED: readonly string[] = ['length', 'numbers', 'path', 'transform']

/**
 * The value of an attribute, if it has an effect.
 * @throws Refusal for an attribute or a value that is not allowed
 */
export function checkedValue(name: string, raw: string): string | null {
  const value = raw.trim()
  const pattern = ATTRIBUTES.get(name)
  if (pattern !== undefined) {
    const isSane = !MEASURED.includes(pattern) || hasSaneNumbers(value)
    if (patterns[pattern].test(value) && isSane) return value
    // Programs write names with spaces, to which nothing can refer.
    if (value === '' || pattern === 'id') return null
  }
  if (isWithoutEffect(name, value)) return null
  throw refusedElement(name)
}

/** The attributes of an element, with what its style and its classes declare. */
export function attributesOf(node: SvgNode, rules: Rules): Map<string, string> {
  const found = new Map<string, string>()
  const set = (name: string, raw: string) => {
    const value = checkedValue(name, raw)
    if (value !== null) found.set(name, value)
  }
  for (const [name, value] of node.attributes) set(name, value)
  for (const one of (node.attributes.get('class') ?? '').split(/\s+/))
    for (const [name, value] of rules.get(one) ?? []) found.set(name, value)
  for (const [name, value] of declarationsOf(node.attributes.get('style') ?? ''))
    found.set(name, value)
  return found
}

/**
 * The rules of all style elements, which set colours by class in the files of many programs.
 * @throws Refusal for any other selector, for at-rules, and for properties that are not allowed
 */
export function rulesOf(root: SvgNode): Rules {
  const rules = new Map<string, Declarations>()
  for (const sheet of stylesIn(root)) {
    const blocks = withoutComments(sheet).split('}')
    if (blocks.pop()?.trim() !== '') throw refusedElement('style')
    for (const block of blocks) {
      const [selectors = '', body, ...more] = block.split('{')
      const names = selectors.split(',').map((selector) => selector.trim())
      if (body === undefined || more.length > 0 || !names.every((name) => CLASS.test(name)))
        throw refusedElement('style')
      const declared = declarationsOf(body)
      for (const name of names.map((one) => one.slice(1)))
        rules.set(name, new Map([...(rules.get(name) ?? []), ...declared]))
    }
  }
  return rules
}

const stylesIn = (node: SvgNode): string[] =>
  node.name === 'style' ? [node.text] : node.children.flatMap(stylesIn)

function declarationsOf(style: string): Declarations {
  const declared = new Map<string, string>()
  for (const one of withoutComments(style).split(';')) {
    if (one.trim() === '') continue
    const colon = one.indexOf(':')
    const name = one.slice(0, colon).trim().toLowerCase()
    if (colon < 0 || (ATTRIBUTES.has(name) && !isProperty(name))) throw refusedElement('style')
    const value = checkedValue(name, one.slice(colon + 1))
    if (value !== null) declared.set(name, value)
  }
  return declared
}

function withoutComments(style: string): string {
  const [before = '', ...comments] = style.split('/*')
  return comments.reduce((kept, one) => {
    const end = one.indexOf('*/')
    if (end < 0) throw refusedElement('style')
    return `${kept} ${one.slice(end + 2)}`
  }, before)
}
