/**
 * Which papers this release makes of a seed. Raised by every change after which the same seed makes another paper; papers
 * that were made before stay as they are stored. The golden test holds the two together.
 *
 * 1: the first.
 * 2: the ids of a question's options come out of one digest instead of one each (a paper is kept without them and read with
 *    them), and no other subject is waited for where a family is known to have none left at that difficulty.
 * 3: numbers are unique by a wider grammar, words are dealt to partitions, and nothing that was asked or given as a sample
 *    (`Item.asks`) comes twice in a paper, nor again to the same person while there is anything else.
 * 4: fills of figures are patterns, and figures a little larger.
 * 5: options of numbers are drawn first and put around the answer at random, or the question is drawn again; where answers are
 *    known by what divides them, so are the others.
 * 6: options of analogies look alike (verbs beside verbs, names beside names), every kind of odd words is the four as often
 *    as the other, and the lexicon knows second answers that people found.
 * 7: the lexicon knows the second answers that a reader of papers of 6 found, and others of their sort; what was doubtful is
 *    asked no longer.
 * 8: the lexicon knows instruments of wood, vessels and vehicles without an engine, fish of fresh water and the engine of a ship,
 *    by which an odd word could be another; the explanation of the pairs of a whole and its part says which of the two is which.
 * 9: what its divisors would betray is typed, options of figures and orders tell nothing to who looks at half of the question,
 *    and tables know halves and thirds. Series, tables, overlays and matrices have more rules, in another order of difficulty; a
 *    rule comes once in a paper with the same numbers, and a second paper looks for rules and lengths that the first had not.
 *    Words are offered in exams only where a reader has judged that they do not answer; what an animal is like in tales, what
 *    a cause leads to, what somebody lacks and what somebody does at work are asked no longer, what a saying means is; an odd word
 *    is of no kind with any of the four; explanations of words say what the odd word is and why the nearest wrong one fails.
 *    Verbal papers ask what follows from premises, in fifteen of thirty questions (`verbal-conclusion`).
 * 10: no pair is given as a sample that may be read in another relation, too, in which an option stands to the asked word («an
 *    offence and an apology» is also what a thing leads to); nine words that a second reader of the lexicon found to answer as
 *    well are not offered; sayings ask by another sentence.
 * 11: a conclusion is told by a story that its paper does not have yet, where conclusions were drawn until their story was new; once
 *    a paper has all thirteen stories, none is waited for. Puzzles are those of 10, and a verbal paper takes a third of the time.
 * 12: difficulties of matrices, overlays and series are held to published ones, and papers ask other steps of them: a matrix of three rules
 *    is nearer to one of a single rule, what two pictures have in common is no easier than what only one has, and two operations in one
 *    step of a series are harder than two rows that take turns. Its papers are scored by rules 4.
 *    A conclusion by the contrary is no longer told by how many premises have it: another is said as often, or more often.
 *    Some rules of series, tables, matrices, overlays and conclusions are of exams alone: trainings and examples have the others.
 *    Three odd words of two meanings are asked no longer: a bellows, a bridge of a violin, a feeler.
 * 13: three families more. Series of letters in math, analogies of figures and Latin squares in logic, in place of some series of numbers,
 *    tables, matrices, overlays and orderings: most of their rules are of exams alone, so that two trainings tell less of a paper.
 *    Conclusions of «all» are no longer told by where their groups stand in the premises. Three places of an exam have items that all
 *    papers share, by which a calibration links them. Its papers are scored by rules 5.
 * 14: a paper is the first of its family where its person has met no rule of exams alone of that family. In 13 whatever they had seen of
 *    an exam made it a later one, also a free sample or another test. Free samples go by no such rule. Some orderings do: by neighbours,
 *    by somebody in the middle of two, by two of whom one is at the top. No analogy offers a dot where its arrow tells it, nor is a figure
 *    mirrored that is mirrored already; no series offers the next consonant of consonants, and its answer is any of six as often.
 */
export const generatorVersion = 14
