import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupPage } from '#contract/groupPage.ts'
import type { Plan } from '#contract/planning.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useFeature } from '#src/store/account/useFeature.ts'
import { type GroupRow, mayInvite } from '#src/store/groups/selectors.ts'
import { Button } from '#src/ui/Button.tsx'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { ManageOpening } from '../openings/ManageOpening.tsx'
import { PlannersChoice } from '../planning/PlannersChoice.tsx'
import { EditPageForm } from './EditPageForm.tsx'

type Props = {
  group: GroupRow
  plan: LoadResult<Plan> | null
  page: LoadResult<GroupPage> | null
}

/** What owners and co-owners decide about the group: who may plan, and its texts. */
export function ManagePart({ group, plan, page }: Props) {
  const views = { texts: useLoadTexts(), skeleton: <SkeletonBars count={1} /> }
  return (
    <div className="flex flex-col gap-4">
      {plan && group.is_owner && (
        <LoadState result={plan} {...views}>
          {({ may_choose, planners }) =>
            may_choose && <PlannersChoice group={group.id} planners={planners} />
          }
        </LoadState>
      )}
      {useFeature('openings') && mayInvite(group) && <ManageOpening group={group} />}
      {page && (
        <LoadState result={page} {...views}>
          {(loaded) => <Texts group={group} page={loaded} />}
        </LoadState>
      )}
    </div>
  )
}

function Texts({ group, page }: { group: GroupRow; page: GroupPage }) {
  const { t } = useTranslation()
  const [isEditing, setIsEditing] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  if (isEditing) {
    const handleClose = (saved: boolean) => {
      setIsEditing(false)
      setIsSaved(saved)
    }
    return <EditPageForm group={group} page={page} onClose={handleClose} />
  }
  const handleEdit = () => {
    setIsSaved(false)
    setIsEditing(true)
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button icon="pencil" onClick={handleEdit}>
        {t('group_page.edit')}
      </Button>
      <span role="status" className="font-sans text-sm text-ink-soft">
        {isSaved && t('group_page.saved')}
      </span>
    </div>
  )
}
