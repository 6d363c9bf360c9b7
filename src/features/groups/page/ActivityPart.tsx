import type { GroupPage } from '#contract/groupPage.ts'
import type { GroupId } from '#contract/ids.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { GroupLog } from './GroupLog.tsx'

type Props = { group: GroupId; result: LoadResult<GroupPage> }

export const ActivityPart = ({ group, result }: Props) => (
  <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={3} />}>
    {({ log }) => <GroupLog key={log.entries[0]?.id} groupId={group} first={log} />}
  </LoadState>
)
