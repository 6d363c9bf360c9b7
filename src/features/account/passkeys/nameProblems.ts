import { filled } from '#src/ui/form/rules.ts'

export const nameProblems = filled({ name: 'passkeys.name_missing' } as const)
