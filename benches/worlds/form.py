"""How the tables of a world are written."""


class T(str):
    """A template whose result begins with a capital letter."""
    def format(self, *a, **k):
        r = str.format(self, *a, **k)
        return r[:1].upper() + r[1:]


def ts(*xs):
    return [T(x) for x in xs]


P, F, D, C = "Preference", "Fact", "Decision", "Constraint"
