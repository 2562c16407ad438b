# report.py PAGE: checks a page of --report, and prints a line for each cell that has an explanation:
# its name, its outcome, and the number of its run or why there is none.
#
# The run of a cell must be a run of this cell, and each cell in which something fails must have an
# explanation: so no link is missing, and none leads to another cell.
import json, sys
from html.parser import HTMLParser

class Scripts(HTMLParser):
    def __init__(self):
        super().__init__()
        self.data, self.id, self.tags = {}, None, []
    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.id = dict(attributes).get("id", "code") if tag == "script" else None
        assert not [name for name, _ in attributes if name in ("src", "href") or name.startswith("on")]
    def handle_endtag(self, tag):
        self.id = None
    def handle_data(self, data):
        if self.id:
            self.data[self.id] = self.data.get(self.id, "") + data

page = Scripts()
page.feed(open(sys.argv[1], encoding="utf-8").read())
page.close()
report = json.loads(page.data["verdicts"])
viewer = json.loads(page.data["viewer"])
sources = json.loads(page.data["sources"])
runs = {name[len("data-"):]: json.loads(text) for name, text in page.data.items() if name.startswith("data-run-")}
assert viewer.count("{{data}}") == 1 and viewer.startswith("<!DOCTYPE html>")
assert page.tags.count("script") == 4 + len(runs), page.tags
assert "iframe" not in page.tags and "link" not in page.tags and "img" not in page.tags
used = set()

def options_of(cell):
    return " ".join(f"{name}={value}" for name, value in cell.get("options", {}).items())

def check_cell(file, cell, name, fails, heading):
    found = cell["counterexample"]
    assert bool(found) == fails, (name, found)
    if not found:
        return
    assert found["explanation"] or found["why"], name
    run = found["run"]
    if run:
        run = run.rsplit("#", 1)[1]
        assert run not in used, run
        used.add(run)
        lines = runs[run]["lines"]
        told = {key: lines[0][key] for key in heading}
        assert told == heading, (name, told, heading)
        assert lines[0]["file"] == file["file"], name
        # a file whose name is not UTF-8 is not found by the name that JSON has
        assert sources[file["file"]] or "\ufffd" in file["file"], name
        assert lines[-1]["event"] == "fail", name
        assert found["command"] == lines[0]["command"], name
    else:
        assert found["why"], name
    print(f"{name}: {cell.get('verdict', cell.get('outcome'))}: {run or found['why']}")

def check_search(file, cell, mutant):
    check_cell(file, cell, " ".join(filter(None, [cell["scenario"], options_of(cell), mutant, cell["memory"], cell["workers"]])),
               any(check["verdict"] == "fails" for check in cell["checks"]),
               {"scenario": cell["scenario"], "memory": cell["memory"], "workers": cell["workers"], "mutant": mutant,
                "options": options_of(cell)})

for file in report["files"]:
    for cell in file.get("cells", []):
        if file["command"] == "verify":
            check_search(file, cell, None)
        else:
            check_cell(file, cell, f"{cell['scenario']} {cell['memory']}", cell["verdict"] in ("different", "fails"),
                       {"scenario": cell["scenario"], "memory": cell["memory"], "options": file["options"]})
    for mutant in file.get("mutants", []):
        for cell in mutant["cells"]:
            check_search(file, cell, mutant["mutant"])
    for test in file.get("litmus", []) + file.get("tests", []):
        check_cell(file, test, f"{test['test']} {test['memory']}", test["outcome"] == "differs",
                   {"name": test["test"], "memory": test["memory"]})
assert used == set(runs), (used, set(runs))
print(f"status {report['status']}, interrupted {report['interrupted']}, {len(runs)} runs")
