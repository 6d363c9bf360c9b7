import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupOpening } from '#contract/openings.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useCloseOpeningMutation, useGetOpeningQuery } from '#src/store/groups/openings/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { OpeningFacts } from './OpeningFacts.tsx'
import { OpeningForm } from './OpeningForm.tsx'

/** Whether the group looks for players, for those who may invite. */
export function ManageOpening({ group }: { group: GroupRow }) {
  const result = useGetOpeningQuery(group.id, { refetchOnMountOrArgChange: 5 })
  return (
    <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={1} />}>
      {({ opening }) => <Opening group={group} opening={opening} />}
    </LoadState>
  )
}

type Props = { group: GroupRow } & Pick<GroupOpening, 'opening'>

function Opening({ group, opening }: Props) {
  const { t } = useTranslation()
  const [isEditing, setIsEditing] = useState(false)
  if (isEditing)
    return <OpeningForm group={group} opening={opening} onClose={() => setIsEditing(false)} />
  const edit = () => setIsEditing(true)
  if (opening !== null) return <Shown group={group} opening={opening} onEdit={edit} />
  return (
    <div>
      <Button icon="users" onClick={edit}>
        {t('openings.look')}
      </Button>
    </div>
  )
}

type ShownProps = { group: GroupRow; opening: NonNullable<Props['opening']>; onEdit: () => void }

function Shown({ group, opening, onEdit }: ShownProps) {
  const { t } = useTranslation()
  const [close, { isLoading, error }] = useCloseOpeningMutation()
  const confirm = useConfirm()
  const handleClose = async () => {
    const isSure = await confirm({
      title: t('openings.close_title'),
      text: t('openings.close_text'),
      yes: t('openings.close'),
      no: t('openings.close_keep'),
    })
    if (isSure) void close(group.id)
  }
  const { free: count } = opening
  return (
    <section aria-label={t('openings.open')} className="font-sans text-ui">
      <h4 className="text-sm font-bold text-ink-soft">{t('openings.open')}</h4>
      <p>{count > 0 ? t('openings.free_count', { count }) : t('openings.full')}</p>
      <OpeningFacts opening={opening} />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button icon="pencil" aria-label={t('openings.change_name')} onClick={onEdit}>
          {t('openings.change')}
        </Button>
        <Button variant="quiet" busy={isLoading} onClick={() => void handleClose()}>
          {t('openings.close')}
        </Button>
      </div>
      <FormError message={error && t(refusalText(error, 'openings.failed'))} />
    </section>
  )
}
