import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { sweepTexts } from '#src/platform/keptTexts.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectOwner } from '#src/store/session/slice.ts'
import { KeeperContext } from '#src/ui/form/useKept.ts'

/** Gives the forms the member whose texts they keep, and the words for that. */
export function FormKeeper({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const owner = useAppSelector(selectOwner)
  useEffect(sweepTexts, [])
  const keeper = useMemo(
    () => ({
      owner,
      texts: {
        kept: t('kept.note'),
        overtaken: t('kept.overtaken'),
        discard: t('kept.discard'),
      },
    }),
    [owner, t],
  )
  return <KeeperContext value={keeper}>{children}</KeeperContext>
}
