import type { GuardedProduct } from '@evenhand/protocol/safeguards.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Card, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../../lib/problem-text.ts'
import type { ScreenProps } from '../../lib/feature.ts'
import { productOf, type ProductSearch } from './product-search.ts'
import { QuizForm } from './quiz-form.tsx'
import { QuizOutcome, QuizWait, ToWarning } from './quiz-result.tsx'
import { useAnswerQuiz, useQuiz, useSafeguardsChanged } from './use-safeguards.ts'

/** The questionnaire before the first real order of a product: to be answered now, waiting, or passed. */
export function QuizScreen({ search }: ScreenProps<ProductSearch>) {
  const product = productOf(search)
  return <Quiz key={product} product={product} />
}

function Quiz({ product }: { product: GuardedProduct }) {
  const t = useTranslations('safeguards')
  const common = useTranslations('common')
  const problemText = useProblemText()
  const changed = useSafeguardsChanged()
  const [begun, setBegun] = useState(false)
  const { data, error, refetch } = useQuiz(product)
  const answering = useAnswerQuiz()
  if (!data && error)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        text={problemText(error)}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (!data) return <Skeleton className="h-72 max-w-card rounded-card" />
  const again = () => {
    answering.reset()
    void changed()
  }
  if (answering.data) return <QuizOutcome product={product} result={answering.data} onAgain={again} />
  const { attempt } = data
  if (data.status === 'READY' && attempt && begun)
    return (
      <QuizForm
        key={attempt.attemptId}
        questions={attempt.questions}
        busy={answering.isPending}
        problem={answering.error ? problemText(answering.error) : undefined}
        onSend={(answers) => answering.mutate({ ...attempt, answers })}
      />
    )
  return (
    <Card className="flex max-w-card flex-col gap-3 p-5">
      {data.status === 'PASSED' && (
        <>
          <h2 className="text-18 font-700">{t('quiz.passed')}</h2>
          <ToWarning product={product} />
        </>
      )}
      {data.status === 'WAITING' && data.nextAt !== null && <QuizWait nextAt={data.nextAt} onOver={again} />}
      {data.status === 'READY' && (
        <>
          <p>{t(`product.${product}.intro`)}</p>
          <p className="text-fg2">{t(`product.${product}.rule`, { needed: data.needed })}</p>
          <p className="text-fg2">{t('quiz.left', { left: data.attemptsLeft })}</p>
          <Button size="large" className="desktop:self-start" onClick={() => setBegun(true)}>
            {t('quiz.start')}
          </Button>
        </>
      )}
    </Card>
  )
}
