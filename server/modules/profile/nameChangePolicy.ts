import { deskErrors } from '../../desk/errors.ts'

type Request = { readonly approved_at: number | null; readonly refused_at: number | null }

export function assertPending({ approved_at, refused_at }: Request): void {
  if (approved_at !== null) throw deskErrors.alreadyDecided('Somebody', 'approved')
  if (refused_at !== null) throw deskErrors.alreadyDecided('Somebody', 'refused')
}

/** @param obstacle see `nameChangesRepository` */
export function assertFree(obstacle: 'username_exists' | 'name_kept' | null): void {
  if (obstacle === 'username_exists') throw deskErrors.nameTaken()
  if (obstacle === 'name_kept') throw deskErrors.nameKept()
}
