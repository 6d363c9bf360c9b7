import type { Tag } from '../http/tags.ts'

/** Tags that a change invalidates: its own, and the security log. */
export const changes =
  (...tags: Tag[]) =>
  (_: unknown, error: unknown): Tag[] =>
    error ? [] : [...tags, 'SecurityEvent']
