import type { FlatSection } from './reading.ts'

export const sameSections = (one: readonly FlatSection[], other: readonly FlatSection[]): boolean =>
  one.length === other.length &&
  one.every(({ title, content, level }, at) => {
    const twin = other[at]
    return twin?.title === title && twin.content === content && twin.level === level
  })
