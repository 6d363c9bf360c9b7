import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import {
  type JoinRequest,
  OPENING_LANGUAGES,
  OPENING_MODES,
  type OpenGroup,
  type OpeningLanguage,
  type OpeningMode,
} from '#contract/openings.ts'
import { groupsApi, REFETCH_STALE } from '#src/store/groups/api.ts'
import { openingsApi } from '#src/store/groups/openings/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { FormError } from '#src/ui/Field.tsx'
import { useKeptFocus } from '#src/ui/focus.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { languageOptions } from '#src/ui/languageNames.ts'
import { Select } from '#src/ui/Select.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { SearchField } from '#src/ui/TextField.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { useSettled } from '#src/ui/useSettled.ts'
import { LateMenu } from '../../reports/LateMenu.tsx'
import { CrestShield } from '../crest/CrestShield.tsx'
import { OpeningSkeleton, TitledList } from '../MemberList.tsx'
import { LineForm } from './LineForm.tsx'
import { OpeningFacts } from './OpeningFacts.tsx'

/** The reader's requests to join, with their answers. No member of a group is named. */
function OwnRequests({ requests }: { requests: readonly JoinRequest[] }) {
  const { t } = useTranslation()
  if (requests.length === 0) return null
  return (
    <TitledList title={t('openings.requests')}>
      {requests.map((request) => (
        <OwnRequest key={request.id} request={request} />
      ))}
    </TitledList>
  )
}

function OwnRequest({ request }: { request: JoinRequest }) {
  const { group_name: group, sentence } = request
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <span>{group}</span> <State request={request} />
        {sentence !== '' && <p className="text-sm">{sentence}</p>}
      </div>
      <Act request={request} />
    </li>
  )
}

function State({ request: { answer, asked_at, again_at } }: { request: JoinRequest }) {
  const { t } = useTranslation()
  const at = { open: asked_at, declined: again_at, accepted: null, closed: null }[answer]
  return (
    <span className="text-sm text-ink-soft">
      <Timed text={t(`openings.state_${answer}`, { date: TIME })} day={at} />
    </span>
  )
}

function Act({ request }: { request: JoinRequest }) {
  const { id, group_id, group_name: group, answer, invite_id } = request
  const { t } = useTranslation()
  const [withdraw, withdrawing] = openingsApi.useWithdrawJoinRequestMutation()
  const [accept, accepting] = groupsApi.useAcceptInviteMutation()
  if (answer === 'open')
    return (
      <>
        <Button
          variant="quiet"
          aria-label={t('openings.withdraw_name', { group })}
          busy={withdrawing.isLoading || withdrawing.isSuccess}
          onClick={() => void withdraw({ id, group_id })}
        >
          {t('openings.withdraw')}
        </Button>
        <FormError message={refusalText(withdrawing.error, t, 'openings.withdraw_failed')} />
      </>
    )
  if (invite_id === null) return null
  return (
    <Button
      variant="primary"
      aria-label={t('openings.join_name', { group })}
      busy={accepting.isLoading || accepting.isSuccess}
      onClick={() => void accept(invite_id)}
    >
      {t('openings.join')}
    </Button>
  )
}

/** Null filters nothing. */
type OpeningFilter = {
  language: OpeningLanguage | null
  mode: OpeningMode | null
  beginners: 'yes' | null
}

type Props = {
  filter: OpeningFilter
  onFilter: (filter: OpeningFilter) => void
  text: string
  onText: (text: string) => void
}

/** Groups that play online and in person are found by either. */
const MODES = OPENING_MODES.filter((mode) => mode !== 'both')

function OpeningFilters({ filter, onFilter, text, onText }: Props) {
  const { t } = useTranslation()
  return (
    <div className="grid items-end gap-x-4 gap-y-2 sm:grid-cols-2">
      <SearchField
        label={t('openings.search')}
        value={text}
        onChange={onText}
        maxLength={TEXT_MAX}
      />
      <Select<OpeningLanguage | null>
        label={t('openings.language')}
        value={filter.language}
        options={[
          { value: null, label: t('openings.any_language') },
          ...languageOptions(OPENING_LANGUAGES, useLanguage()),
        ]}
        searchLabel={t('openings.search_language')}
        emptyText={t('openings.no_language')}
        onChange={(language) => onFilter({ ...filter, language })}
      />
      <Select<OpeningMode | null>
        label={t('openings.where')}
        value={filter.mode}
        options={[
          { value: null, label: t('openings.anywhere') },
          ...MODES.map((value) => ({ value, label: t(`openings.mode_${value}`) })),
        ]}
        onChange={(mode) => onFilter({ ...filter, mode })}
      />
      <Checkbox
        label={t('openings.beginners')}
        checked={filter.beginners !== null}
        onChange={(isChecked) => onFilter({ ...filter, beginners: isChecked ? 'yes' : null })}
      />
    </div>
  )
}

/** Groups from which on there are filters. */
const FILTERED_FROM = 6
/** Groups that are shown before more than them. */
const FIRST_GROUPS = 3

const NO_FILTER: OpeningFilter = { language: null, mode: null, beginners: null }
const NO_REQUESTS: JoinRequest[] = []

type OpenGroupsProps = {
  /** Follows the first few groups, once they are loaded. */
  below?: Elements
}

/** Groups that look for players, with filters if there are many, and the reader's requests to join. */
export function OpenGroups({ below }: OpenGroupsProps) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<OpeningFilter>(NO_FILTER)
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const asked = { ...filter, q: q || null }
  const result = openingsApi.useListOpeningsInfiniteQuery(asked, REFETCH_STALE)
  const own = openingsApi.useListJoinRequestsQuery(undefined, REFETCH_STALE)
  const requests = own.data ?? NO_REQUESTS
  const groups = result.data?.pages.flatMap((page) => page.groups)
  const [hasFilters, setHasFilters] = useState(false)
  if (!hasFilters && groups && groups.length >= FILTERED_FROM) setHasFilters(true)
  const [isWhole, setIsWhole] = useState(below === undefined)
  useKeptFocus()
  const isFiltered = Object.values(asked).some((value) => value !== null)
  // Requests stand above the groups, which would move.
  if (own.isLoading) return <OpeningSkeleton />
  return (
    <>
      <div className="flex flex-col gap-4 font-sans text-ui">
        <p className="max-w-measure text-sm text-ink-soft">{t('openings.lead')}</p>
        <OwnRequests requests={requests} />
        {hasFilters && (
          <OpeningFilters filter={filter} onFilter={setFilter} text={text} onText={setText} />
        )}
        <LoadState result={{ ...result, data: groups }} skeleton={<OpeningSkeleton />}>
          {(found) => {
            if (found.length === 0)
              return <p role="status">{t(isFiltered ? 'openings.no_match' : 'openings.none')}</p>
            const shown = isWhole ? found : found.slice(0, FIRST_GROUPS)
            return (
              <div>
                <ul
                  tabIndex={-1}
                  aria-label={t('openings.title')}
                  className="divide-y divide-line rounded border border-line bg-vellum outline-none"
                >
                  {shown.map((group) => (
                    <OpenGroupCard
                      key={group.id}
                      group={group}
                      request={requests.find(({ group_id }) => group_id === group.id)}
                    />
                  ))}
                </ul>
                {(shown.length < found.length || result.hasNextPage) && (
                  <ShowMore
                    label={t('openings.more')}
                    isBusy={result.isFetchingNextPage}
                    onShowMore={() => {
                      setIsWhole(true)
                      if (shown.length === found.length) void result.fetchNextPage()
                    }}
                  />
                )}
              </div>
            )
          }}
        </LoadState>
      </div>
      {below && (groups ?? result.error) !== undefined && <div className="mt-6">{below}</div>}
    </>
  )
}

type OpenGroupCardProps = {
  group: OpenGroup
  /** The reader's last one to this group. */
  request: JoinRequest | undefined
}

/** A group that looks for players, with the way to ask. */
function OpenGroupCard({ group, request }: OpenGroupCardProps) {
  const { t } = useTranslation()
  const headingId = useId()
  return (
    <li>
      <article
        aria-labelledby={headingId}
        className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-4"
      >
        <div className="flex min-w-0 basis-full flex-wrap items-start gap-x-4 md:flex-1 md:basis-0">
          <CrestShield
            row={`group ${group.id}`}
            name={group.group_name}
            crest={group.crest}
            className="h-14 w-auto"
          />
          <div className="min-w-0 flex-1">
            <h4 id={headingId} className="text-lg leading-snug font-semibold wrap-anywhere">
              {group.group_name}
            </h4>
            {group.beginners && <p className="font-sans text-sm">{t('openings.beginners')}</p>}
          </div>
          <LateMenu
            about={group.group_name}
            by={group.owner}
            things={[{ kind: 'opening', id: group.id }]}
          />
          <div className="basis-full">
            <OpeningFacts opening={group} />
          </div>
        </div>
        <Asking group={group} request={request} />
      </article>
    </li>
  )
}

function Asking({ group, request }: OpenGroupCardProps) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  if (request?.answer === 'open')
    return <p className="text-sm text-ink-soft">{t('openings.asked')}</p>
  // The list is another answer than the requests, and may be older.
  if (typeof request?.invite_id === 'number')
    return <p className="text-sm text-ink-soft">{t('openings.state_accepted')}</p>
  if (request?.again_at)
    return (
      <p className="text-sm text-ink-soft">
        <Timed text={t('openings.declined_until', { date: TIME })} day={request.again_at} />
      </p>
    )
  // A line of its own: beside it the texts of the group would shrink to nothing.
  if (isAsking)
    return (
      <div className="basis-full">
        <AskForm group={group} onClose={() => setIsAsking(false)} />
      </div>
    )
  return (
    <Button
      icon="userPlus"
      aria-label={t('openings.ask_name', { group: group.group_name })}
      onClick={() => setIsAsking(true)}
    >
      {t('openings.ask')}
    </Button>
  )
}

function AskForm({ group, onClose }: { group: OpenGroup; onClose: () => void }) {
  const { t } = useTranslation()
  const [ask] = openingsApi.useAskToJoinMutation()
  const handleSend = async (message: string) => {
    const { error } = await ask({ id: group.id, message })
    if (!error) onClose()
    return error
  }
  return (
    <LineForm
      title={t('openings.ask_name', { group: group.group_name })}
      label={t('openings.message')}
      hint={t('openings.message_hint')}
      send={t('openings.send')}
      close={t('openings.cancel')}
      keep={`ask/${group.id}`}
      onSend={handleSend}
      onClose={onClose}
    />
  )
}
