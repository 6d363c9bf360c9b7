import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { DataTable, Title, useDataProvider, useRecordContext, useRefresh } from 'react-admin'
import { Link } from 'react-router'
import { INVITE_LIST_MAX, INVITE_ROWS_MAX } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import type { CheckedList, ListRow, MemberInvite } from '#contract/memberInvites.ts'
import { LIST_RESULTS, MEMBER_INVITE_STATES } from '#contract/sets.ts'
import { resourceName, t } from '../i18n.ts'
import { ActionButton, ConfirmButton } from '../parts/ActionButton.tsx'
import { choiceFilter } from '../parts/choices.tsx'
import { ActionsColumn, StateColumn, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { FilePick } from '../parts/FilePick.tsx'
import { PlainTable } from '../parts/PlainTable.tsx'
import type { Screens } from '../parts/screens.tsx'
import { actionOf, messageOf, useAction } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The text of a file in UTF-8 or UTF-16; null: another encoding. Programs for tables mark their files. */
export function listOf(bytes: Uint8Array): string | null {
  const marked = MARKS.find(([, mark]) => mark.every((byte, n) => bytes[n] === byte))
  try {
    return new TextDecoder(marked?.[0] ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

type ListInputProps = { value: string; disabled: boolean; onList: (text: string) => void }

/** A list as text, pasted or from a file. */
const ListInput = ({ value, disabled, onList }: ListInputProps) => {
  const [problem, setProblem] = useState('')
  const id = useId()
  const handleText = (text: string) => {
    setProblem('')
    onList(text)
  }
  const handleFile = async (file: File) => {
    const text = listOf(new Uint8Array(await file.arrayBuffer()))
    if (text === null) setProblem(t('member_invites.unreadable'))
    else if (text.length > INVITE_LIST_MAX) setProblem(t('member_invites.too_long'))
    else handleText(text)
  }
  return (
    <>
      <fieldset className="desk-upload">
        <legend id={`${id}-legend`}>{t('member_invites.file')}</legend>
        <FilePick
          accept="text/csv,text/plain,.csv,.txt,.tsv"
          disabled={disabled}
          id={id}
          label={t('uploads.choose')}
          onFile={handleFile}
        />
        <p id={`${id}-note`}>{t('member_invites.file_note')}</p>
      </fieldset>
      <div className="desk-fields">
        <p className="desk-problem" role="status">
          {problem}
        </p>
        <label htmlFor={`${id}-list`}>{t('member_invites.list')}</label>
        <textarea
          autoComplete="off"
          id={`${id}-list`}
          maxLength={INVITE_LIST_MAX}
          onChange={({ target }) => handleText(target.value)}
          readOnly={disabled}
          rows={8}
          spellCheck={false}
          value={value}
        />
      </div>
    </>
  )
}

type Props = { rows: readonly ListRow[]; isSent: boolean }

const HEADS = ['row', 'email', 'name', 'group', 'result'] as const

/** What becomes of each row of a list; in a list that was sent, of what has become of it. */
const CheckedRows = ({ rows, isSent }: Props) => {
  const resultOf = ({ result }: ListRow) =>
    isSent && result === 'will_invite'
      ? t('member_invites.is_invited')
      : t(`member_invites.results.${result}`)
  const sums = LIST_RESULTS.flatMap((result) => {
    const [first, ...more] = rows.filter((row) => row.result === result)
    return first ? [`${resultOf(first)}: ${more.length + 1}`] : []
  })
  return (
    <>
      <p>
        <strong>{isSent ? t('member_invites.sent') : t('member_invites.checked')}</strong>{' '}
        <span>{sums.join(' · ')}</span>
      </p>
      <PlainTable
        heads={HEADS.map((head) => t(`member_invites.${head}`))}
        rows={rows.map((one) => [one.row, one.email, one.name, one.group, resultOf(one)])}
      />
    </>
  )
}

type Step = 'check' | 'send'

function useList() {
  const desk = useDataProvider<DeskDataProvider>()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ step, list }: { step: Step; list: string }): Promise<CheckedList> =>
      desk.call(deskCalls['member-invites'][step], { list }),
    onSuccess: (_rows, { step }) => {
      if (step === 'send') refresh()
    },
    // `always`: without a connection the call fails at once instead of waiting for one.
    networkMode: 'always',
  })
}

/** Invites the people of a list, after a check that changes nothing. */
const InviteList = () => {
  const [list, setList] = useState('')
  const { mutate, mutateAsync, reset, data, error, isPending, variables } = useList()
  const isSent = variables?.step === 'send' && data !== undefined
  const count = data?.rows.filter(({ result }) => result === 'will_invite').length ?? 0
  const handleList = (text: string) => {
    setList(text)
    reset()
  }
  return (
    <div className="desk-card">
      <Title title={resourceName('member-invites')} />
      <p className="desk-text">{t('member_invites.intro', { max: INVITE_ROWS_MAX })}</p>
      <ListInput disabled={isPending} onList={handleList} value={list} />
      <div className="desk-actions">
        <ActionButton
          disabled={isPending || list.trim() === ''}
          isPrimary
          onClick={() => mutate({ step: 'check', list })}
        >
          {t('member_invites.check')}
        </ActionButton>
        {count > 0 && !isSent && (
          <ConfirmButton
            label={t('member_invites.send')}
            onConfirm={() => mutateAsync({ step: 'send', list }).then(() => '', messageOf)}
            text={t('member_invites.sure')}
            title={t('member_invites.ask', { smart_count: count })}
          />
        )}
      </div>
      <div aria-live="polite">
        {error && <p className="desk-problem">{messageOf(error)}</p>}
        {data && <CheckedRows isSent={isSent} rows={data.rows} />}
      </div>
    </div>
  )
}

const TakeBack = () => {
  const invite = useRecordContext<MemberInvite>()
  const { attempt } = useAction()
  if (invite?.state !== 'invited' && invite?.state !== 'reminded') return null
  const name = invite.email ?? ''
  const action = actionOf(
    deskCalls['member-invites'].takeBack,
    { id: invite.id },
    t('member_invites.taken_back'),
  )
  return (
    <ConfirmButton
      label={t('member_invites.take_back')}
      onConfirm={() => attempt(action)}
      text={t('member_invites.take_back_sure')}
      title={t('member_invites.take_back_ask', { name })}
    />
  )
}

/** The address while the invite is open, and the member who came of it. */
const personOf = ({ email, member }: MemberInvite) => {
  if (member)
    return (
      <Link className="desk-name" to={`/members/${member.id}/show`}>
        {member.username}
      </Link>
    )
  return email ?? t('member_invites.no_address_kept')
}

const InvitesList = () => (
  <DeskList
    filters={[choiceFilter('state', MEMBER_INVITE_STATES)]}
    sort={{ field: 'id', order: 'DESC' }}
  >
    <DataTable.Col render={personOf} source="email" />
    <DataTable.Col disableSort source="name" />
    <DataTable.Col disableSort source="group.name" />
    <TimeColumn source="created_at" />
    <TimeColumn source="reminded_at" />
    <TimeColumn source="answered_at" />
    <TimeColumn source="expires_at" />
    <StateColumn />
    <ActionsColumn>
      <TakeBack />
    </ActionsColumn>
  </DeskList>
)

export const memberInvites = {
  list: InvitesList,
  create: InviteList,
  recordRepresentation: 'email',
} satisfies Screens
