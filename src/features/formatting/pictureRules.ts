import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'

export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const

/** Why a file cannot be the image, by its type and size; null for one that can. The server checks the content. */
export function imageProblem({ type, size }: Blob): MessageKey | null {
  if (!IMAGE_TYPES.some((allowed) => allowed === type)) return 'glossary.image_type'
  // A refused creation is silent, so the limit is checked here (ruling 39).
  return size > IMAGE_BYTES_MAX ? 'glossary.image_size' : null
}
