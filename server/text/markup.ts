import { isRightToLeft } from '#shared/direction.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes element content and double-quoted attributes, in HTML and XML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

export type Attributes = Readonly<Record<string, string | number>>

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join('')

/** The attributes of `<html>`: the language, and its direction where that is not the usual one. */
export const languageAttributes = (language: string): string =>
  attributesOf({ lang: language, ...(isRightToLeft(language) && { dir: 'rtl' }) }).trim()

export const voidTag = (name: string, attributes: Attributes): string =>
  `<${name}${attributesOf(attributes)}>`

export const emptyElement = (name: string, attributes: Attributes): string =>
  `<${name}${attributesOf(attributes)}/>`

/** @param content markup; see `textElement` for text */
export const element = (name: string, content: string, attributes: Attributes = {}): string =>
  `<${name}${attributesOf(attributes)}>${content}</${name}>`

export const textElement = (name: string, text: string, attributes: Attributes = {}): string =>
  element(name, escapeHtml(text), attributes)
