import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { GroupPage } from '#contract/groupPage.ts'
import type { GroupId } from '#contract/ids.ts'
import type { GroupOpening } from '#contract/openings.ts'
import type { Plan } from '#contract/planning.ts'
import { useFeature } from '#src/store/account/selectors.ts'
import { openingsApi } from '#src/store/groups/openings/api.ts'
import { groupPageApi } from '#src/store/groups/page/api.ts'
import { planningApi } from '#src/store/groups/planning/api.ts'
import { type GroupRow, mayInvite } from '#src/store/groups/selectors.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { ThingMenu } from '../reports/ThingMenu.tsx'
import { HookSection } from './hook/HookSection.tsx'
import { OpeningFacts } from './openings/OpeningFacts.tsx'
import { OpeningForm } from './openings/OpeningForm.tsx'
import { About, EditPageForm, GroupLog } from './page/PageParts.tsx'
import { type GroupPart, groupCardId, withPart } from './parts.ts'
import { OwnAnswer } from './planning/DateRow.tsx'
import { PlannerButtons } from './planning/PlannerButtons.tsx'
import { SessionsPart } from './planning/SessionsPart.tsx'

/** Whether the group looks for players, for those who may invite. */
function ManageOpening({ group }: { group: GroupRow }) {
  const result = openingsApi.useGetOpeningQuery(group.id, { refetchOnMountOrArgChange: 5 })
  return (
    <LoadState result={result} skeleton={<SkeletonBars count={1} />}>
      {({ opening }) => <Opening group={group} opening={opening} />}
    </LoadState>
  )
}

function Opening({ group, opening }: { group: GroupRow } & Pick<GroupOpening, 'opening'>) {
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

type ShownProps = {
  group: GroupRow
  opening: NonNullable<GroupOpening['opening']>
  onEdit: () => void
}

function Shown({ group, opening, onEdit }: ShownProps) {
  const { t } = useTranslation()
  const [close, { isLoading, error }] = openingsApi.useCloseOpeningMutation()
  const confirm = useConfirm()
  const handleClose = () =>
    confirm({
      title: t('openings.close_title'),
      text: t('openings.close_text'),
      yes: t('openings.close'),
      no: t('openings.close_keep'),
      action: () => void close(group.id),
    })
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
        <Button variant="quiet" busy={isLoading} onClick={handleClose}>
          {t('openings.close')}
        </Button>
      </div>
      <FormError message={refusalText(error, t, 'openings.close_failed')} />
    </section>
  )
}

type PlannersChoiceProps = { group: GroupId } & Pick<Plan, 'planners'>

function PlannersChoice({ group, planners }: PlannersChoiceProps) {
  const { t } = useTranslation()
  const [choose, { isLoading, error, originalArgs }] = planningApi.useChoosePlannersMutation()
  const chosen = isLoading ? originalArgs?.planners : planners
  return (
    <div className="font-sans text-ui">
      <Checkbox
        label={t('planning.members_plan')}
        checked={chosen === 'members'}
        onChange={(isChecked) =>
          void choose({ id: group, planners: isChecked ? 'members' : 'owners' })
        }
      />
      <FormError message={refusalText(error, t, 'planning.planners_failed')} />
    </div>
  )
}

/** What owners and co-owners decide about the group: who may plan, and its texts. */
function ManagePart({ group, plan, page }: Omit<PartProps, 'part'>) {
  const views = { skeleton: <SkeletonBars count={1} /> }
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

type NextSessionProps = { group: GroupRow; result: LoadResult<Plan> }

/** The overview's lines about the next session, with the reader's answer; their height does not depend on the texts. */
const NextSession = ({ group, result }: NextSessionProps) => (
  <LoadState result={result} skeleton={<SkeletonBars count={1} />}>
    {({ dates: [date], may_plan }) =>
      date === undefined ? (
        <NoSession group={group} mayPlan={may_plan} />
      ) : (
        <NextLine group={group} date={date} />
      )
    }
  </LoadState>
)

/** What is made here is shown in the part "Sessions". */
function NoSession({ group, mayPlan }: { group: GroupRow; mayPlan: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const showSessions = () =>
    void navigate({
      search: withPart(query, group.id, 'sessions'),
      hash: partId(group.id, 'sessions'),
    })
  return (
    <div className="flex flex-col gap-3">
      <p className="font-sans text-ui text-ink-soft">{t('planning.none')}</p>
      {mayPlan && <PlannerButtons group={group} onMade={showSessions} />}
    </div>
  )
}

function NextLine({ group, date }: { group: GroupRow; date: Plan['dates'][number] }) {
  const { starts_at, ends_at, title, place } = date
  return (
    <div className="flex flex-col font-sans text-ui sm:flex-row sm:items-center sm:gap-x-4">
      <p className="min-w-0 flex-1">
        <TimeSpan start={starts_at} end={ends_at} className="block truncate font-medium" />{' '}
        <span className="block truncate pb-2 text-ink-soft sm:pb-0">
          {[title, place].filter(Boolean).join(' · ')}
        </span>
      </p>
      <OwnAnswer group={group} date={date} />
    </div>
  )
}

type Props = {
  group: GroupRow
  /** Null for the overview. */
  opened: ReadonlyArray<GroupPart | null>
  shown: GroupPart | null
}

/** The parts of a group above its members. All data is loaded with the first part, so that the next ones show at once. */
export function GroupParts({ group, opened, shown }: Props) {
  const { t } = useTranslation()
  const hasPlan = useFeature('planning')
  const hasPage = useFeature('group_page')
  const plan = planningApi.useGetPlanQuery(hasPlan ? group.id : skipToken, {
    refetchOnMountOrArgChange: true,
  })
  const page = groupPageApi.useGetGroupPageQuery(hasPage ? group.id : skipToken, {
    refetchOnMountOrArgChange: 5,
  })
  const results = { plan: hasPlan ? plan : null, page: hasPage ? page : null }
  return opened.map((part) => {
    if (part === 'members' || (part === null && !hasPlan)) return null
    return (
      <section
        key={part}
        id={part === null ? undefined : partId(group.id, part)}
        hidden={part !== shown}
        tabIndex={-1}
        // Several groups can show their overview, one at a time another part.
        aria-label={
          part === null
            ? t('planning.next_session_of', { name: group.name })
            : t(`group_part.${part}`)
        }
        className="outline-none"
      >
        <Part group={group} part={part} {...results} />
      </section>
    )
  })
}

type PartProps = {
  group: GroupRow
  part: Exclude<GroupPart, 'members'> | null
  plan: LoadResult<Plan> | null
  page: LoadResult<GroupPage> | null
}

function Part({ group, part, plan, page }: PartProps) {
  switch (part) {
    case null:
      return plan && <NextSession group={group} result={plan} />
    case 'sessions':
      return plan && <SessionsPart group={group} result={plan} />
    case 'about':
      return (
        page && (
          <LoadState result={page} skeleton={<SkeletonBars count={2} />}>
            {(loaded) => (
              <div className="flex items-start gap-2">
                <div className="min-w-0 flex-1">
                  <About page={loaded} />
                </div>
                <ThingMenu
                  about={group.name}
                  by={group.members.find(({ owner }) => owner)?.name ?? null}
                  isNamed={false}
                  things={[{ kind: 'group', id: group.id }]}
                />
              </div>
            )}
          </LoadState>
        )
      )
    case 'activity':
      return (
        <div className="flex flex-col gap-6">
          {page && (
            <LoadState result={page} skeleton={<SkeletonBars count={3} />}>
              {({ log }) => <GroupLog key={log.entries[0]?.id} groupId={group.id} first={log} />}
            </LoadState>
          )}
          {plan?.data?.may_plan && <HookSection group={group.id} />}
        </div>
      )
    case 'manage':
      return <ManagePart group={group} plan={plan} page={page} />
  }
}

const partId = (group: GroupId, part: GroupPart): string => `${groupCardId(group)}-${part}`
