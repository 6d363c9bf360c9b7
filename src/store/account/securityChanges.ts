import type { Tag } from '../http/tags.ts'

/** Tags that a change invalidates: it is in the security log as well. */
export const changes =
  (...tags: Tag[]) =>
  (_: unknown, error: unknown): Tag[] =>
    error ? [] : [...tags, 'SecurityEvent']
