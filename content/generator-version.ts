/**
 * Says which paper a seed makes. Raise it with every change after which some seed makes another paper; stored papers stay as
 * they are. `golden-papers.test.ts` fails if papers change and this does not.
 *
 * 1: The first.
 * 2: One digest makes all ids of a question's options (`optionIds`), and papers are stored without the ids. A slot waits for
 *    no other subject if its family has none left at that difficulty.
 * 3: Numbers are proved by a wider grammar, words are dealt to partitions, and `Item.asks` keeps questions from coming twice.
 * 4: Fills of figures are patterns, and figures are a little larger.
 * 5: Options of numbers are drawn before the answer's place. Where a divisor betrays the answer, the other options have it,
 *    too.
 * 6: Options of analogies look alike: verbs with verbs, names with names. Every kind of odd words is the four as often as it
 *    is the odd one. The lexicon knows second answers that people found.
 * 7: The lexicon knows second answers that a reader of papers of 6 found, and similar ones. Doubtful questions are gone.
 * 8: The lexicon knows more readings by which another word could be the odd one (instruments of wood, vehicles without an
 *    engine, freshwater fish). The explanation of whole and part says which is which.
 * 9: Answers that divisors would betray are typed, and half a look at a figure or an order tells nothing (0100). Numbers,
 *    figures and orders have more rules, in another order of difficulty. A rule with the same numbers comes once in a paper.
 *    Readers have judged all words that exams offer; four relations are gone, the meaning of sayings is new (0097). Half of a
 *    verbal paper is conclusions (0098).
 * 10: No sample pair may be read as another relation in which an option answers. Nine second answers are gone.
 * 11: A conclusion takes a story that its paper does not have yet. Before, it was drawn again until its story was new. The
 *    puzzles are those of 10, and a verbal paper takes a third of the time.
 * 12: Difficulties of matrices, overlays and series follow published ones, and papers ask other levels of them; rules 4 score
 *    them (0138). Some rules come in exams only. The number of premises no longer betrays a conclusion by the contrary. Three
 *    odd words with two meanings are gone.
 * 13: Letters, analogies of figures and Latin squares are new, most of their rules in exams only. Three items of an exam are
 *    shared by all papers. The places of groups no longer betray conclusions of «all». Rules 5 score these papers (0144).
 * 14: A paper is the first of its family if its person has met no exam-only rule of that family; in 13 a free sample or
 *    another test made it a later one. Free samples have no exam-only rules, some orderings do. No offered dot follows from
 *    its arrow, no mirrored figure is mirrored again, and no series of letters offers the next consonant of consonants. Its
 *    answer has each of six ranks equally often.
 */
export const generatorVersion = 14

/** Raise it when `examples.ts` draws other examples from the same generators: a database keeps the examples of this pair. */
export const examplesVersion = 2
