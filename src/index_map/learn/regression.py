# Symbolic regression with DEAP: evolves one expression of w per coordinate from the first points of an index map.
#
# stdin:  {"points": [[...], ...], "seed": int, "population": int, "generations": int}
# stdout: {"expressions": [text, ...], "errors": [mean absolute error on the points, ...], "generations": [int, ...]}
# With the argument "probe" it only says, by its exit code, whether it can run. Exit code 3: DEAP or NumPy is missing.
#
# The texts are of mapwright's expression language. Every primitive computes what its text means: divisors below 1 are
# taken as 1, radicands below 0 as 0. An expression that leaves 32 bits on the points is given up.
import json
import math
import random
import sys

try:
    import numpy
    from deap import algorithms, base, creator, gp, tools
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(3)

LIMIT = 2**31
MOST_HEIGHT = 12
CROSSOVER, MUTATION, TOURNAMENT = 0.7, 0.2, 5


def bounded(values):
    if numpy.any(numpy.abs(values) > LIMIT):
        raise OverflowError
    return values


def number(condition):
    return numpy.asarray(condition).astype(numpy.int64)


# name: (arity, function of integers or arrays of them, its text)
PRIMITIVES = {
    "add": (2, lambda a, b: bounded(a + b), "({} + {})"),
    "sub": (2, lambda a, b: bounded(a - b), "({} - {})"),
    "mul": (2, lambda a, b: bounded(a * b), "({}*{})"),
    "quotient": (2, lambda a, b: numpy.floor_divide(a, numpy.maximum(b, 1)), "floor_div({}, max({}, 1))"),
    "remainder": (2, lambda a, b: numpy.mod(a, numpy.maximum(b, 1)), "mod({}, max({}, 1))"),
    "root": (1, lambda a: number(numpy.floor(numpy.sqrt(numpy.maximum(a, 0)))), "isqrt(max({}, 0))"),
    "less": (2, lambda a, b: number(a < b), "({} < {})"),
    "equal": (2, lambda a, b: number(a == b), "({} == {})"),
    "choose": (3, lambda c, a, b: numpy.where(c != 0, a, b), "select({}, {}, {})"),
}


def primitive_set():
    primitives = gp.PrimitiveSet("unrank", 1)
    primitives.renameArguments(ARG0="w")
    for name, (arity, function, _) in PRIMITIVES.items():
        primitives.addPrimitive(function, arity, name)
    primitives.addEphemeralConstant("small", lambda: random.randint(0, 9))
    return primitives


def text_of(tree):
    """The tree, a list in prefix order, as an expression of the language."""
    operands = []
    for node in reversed(tree):
        arguments = [operands.pop() for _ in range(node.arity)]
        operands.append(PRIMITIVES[node.name][2].format(*arguments) if node.arity else node.format())
    return operands.pop()


def make_toolbox(primitives, index, wanted):
    toolbox = base.Toolbox()
    toolbox.register("expression", gp.genHalfAndHalf, pset=primitives, min_=1, max_=4)
    toolbox.register("individual", tools.initIterate, creator.Individual, toolbox.expression)
    toolbox.register("population", tools.initRepeat, list, toolbox.individual)
    toolbox.register("select", tools.selTournament, tournsize=TOURNAMENT)
    toolbox.register("mate", gp.cxOnePoint)
    toolbox.register("branch", gp.genFull, min_=0, max_=2)
    toolbox.register("mutate", gp.mutUniform, expr=toolbox.branch, pset=primitives)
    for operation in ("mate", "mutate"):
        toolbox.decorate(operation, gp.staticLimit(key=lambda tree: tree.height, max_value=MOST_HEIGHT))

    def fitness(tree):
        try:
            got = gp.compile(tree, primitives)(index)
        except OverflowError:
            return math.inf, len(tree)
        return float(numpy.mean(numpy.abs(got - wanted))), len(tree)

    toolbox.register("evaluate", fitness)
    return toolbox


def evolve(primitives, wanted, population_size, most_generations):
    """The best tree, its error, and the generations it took."""
    toolbox = make_toolbox(primitives, numpy.arange(len(wanted), dtype=numpy.int64), wanted)
    best = tools.HallOfFame(1)
    population = toolbox.population(n=population_size)
    generation = 0
    while True:
        for tree in population:
            if not tree.fitness.valid:
                tree.fitness.values = toolbox.evaluate(tree)
        best.update(population)
        if best[0].fitness.values[0] == 0 or generation == most_generations:
            return best[0], best[0].fitness.values[0], generation
        generation += 1
        population = algorithms.varAnd(toolbox.select(population, population_size), toolbox, CROSSOVER, MUTATION)


def main():
    task = json.load(sys.stdin)
    random.seed(task["seed"])
    creator.create("Fitness", base.Fitness, weights=(-1.0, -1.0))  # the error first, then the length
    creator.create("Individual", gp.PrimitiveTree, fitness=creator.Fitness)
    primitives = primitive_set()
    found = {"expressions": [], "errors": [], "generations": []}
    for wanted in numpy.asarray(task["points"], dtype=numpy.int64).T:
        tree, error, generations = evolve(primitives, wanted, task["population"], task["generations"])
        found["expressions"].append(text_of(tree))
        found["errors"].append(error if math.isfinite(error) else None)
        found["generations"].append(generations)
    json.dump(found, sys.stdout)


if sys.argv[1:] != ["probe"]:
    main()
