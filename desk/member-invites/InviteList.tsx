import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Title, useDataProvider, useRefresh } from 'react-admin'
import { deskRoutes, INVITE_ROWS_MAX } from '#contract/desk.ts'
import type { CheckedList } from '#contract/memberInvites.ts'
import { resourceName, t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { messageOf } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { CheckedRows } from './CheckedRows.tsx'
import { ListInput } from './ListInput.tsx'

type Step = 'check' | 'send'

function useList() {
  const desk = useDataProvider<DeskDataProvider>()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ step, list }: { step: Step; list: string }): Promise<CheckedList> =>
      desk.call(deskRoutes['member-invites'][step], { list }),
    onSuccess: (_rows, { step }) => {
      if (step === 'send') refresh()
    },
    // `always`: without a connection the call fails at once instead of waiting for one.
    networkMode: 'always',
  })
}

/** Invites the people of a list, after a check that changes nothing. */
export const InviteList = () => {
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
